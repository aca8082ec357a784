"use strict";
// Shows a game move by move. Positions come ready made: this knows how boards are drawn, but no rules.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const games = JSON.parse(document.getElementById("data").textContent);
  const viewer = document.getElementById("viewer");
  const stage = document.getElementById("stage");
  const moves = document.getElementById("moves");
  const scores = document.getElementById("scores");
  let game = null;
  let ply = 0;

  function add(parent, name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
  }

  // A piece as FEN writes it ("k", "+R") as the id of its drawing ("bK", "wpR").
  function pieceId(symbol) {
    const upper = symbol.toUpperCase();
    return (symbol === upper ? "w" : "b") + upper.replace("+", "p");
  }

  function draw() {
    const svg = stage.querySelector("svg");
    const [unit, margin, strip, ranks] = ["unit", "margin", "strip", "ranks"].map((key) => Number(svg.dataset[key]));
    const play = svg.querySelector(".play");
    play.replaceChildren();
    const [field, turn, points] = game.positions[ply].split(" ");
    const [board, hand = ""] = field.replace("]", "").split("[");

    for (const square of (ply > 0 ? game.squares[ply - 1].match(/[a-h][1-8]/g) : null) ?? []) {
      const x = margin + unit * (square.charCodeAt(0) - 97);
      const y = strip + unit * (ranks - Number(square[1]));
      add(play, "rect", { x, y, width: unit, height: unit, fill: "#f5c400", "fill-opacity": 0.5 });
    }
    board.split("/").forEach((rank, row) => {
      let column = 0;
      for (const item of rank.match(/\+?[A-Za-z]|\d/g)) {
        if (item >= "1" && item <= "9") {
          column += Number(item);
          continue;
        }
        const place = { x: margin + unit * column, y: strip + unit * row, width: unit, height: unit };
        add(play, "use", { href: "#" + pieceId(item), ...place });
        column += 1;
      }
    });

    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    ["w", "b"].forEach((side, index) => {
      const y = side === "w" ? height - strip / 2 : strip / 2;
      const x = margin + 20;
      if (turn === side) add(play, "circle", { cx: x, cy: y, r: 25, fill: "none", stroke: "#2c7a3f", "stroke-width": 6 });
      add(play, "circle", { cx: x, cy: y, r: 16, fill: side === "w" ? "#fff" : "#2b2f36", stroke: "#3b3a36", "stroke-width": 3 });
      const held = new Map();
      for (const symbol of hand.match(/\+?[A-Za-z]/g) ?? []) {
        const id = pieceId(symbol);
        if (id[0] === side) held.set(id, (held.get(id) ?? 0) + 1);
      }
      const size = unit * 0.72;
      let left = x + 36;
      for (const [id, count] of held) {
        add(play, "use", { href: "#" + id, x: left, y: y - size / 2, width: size, height: size });
        left += size;
        if (count > 1) {
          add(play, "text", { x: left, y: y + 12, "font-size": 34, fill: "#3b3a36" }, count);
          left += 30;
        }
      }
      if (points) {
        const place = { x: width - margin, y: y + 14, "text-anchor": "end", "font-size": 40, fill: "#3b3a36" };
        add(play, "text", place, points.split(":")[index]);
      }
    });
  }

  // The players' scores for White, cut off at ten pawns.
  function drawScores() {
    scores.replaceChildren();
    const width = 400 / Math.max(game.moves.length, 1);
    add(scores, "path", { d: "M0 45H400", stroke: "currentColor", "stroke-opacity": 0.4 });
    game.scores.forEach((score, index) => {
      if (score === null) return;
      const size = (Math.min(Math.abs(score), 10) / 10) * 43;
      const fill = score < 0 ? "#4a5058" : "#d9a441";
      add(scores, "rect", { x: index * width, y: score < 0 ? 45 : 45 - size, width: width * 0.9, height: size, fill });
    });
    add(scores, "path", { d: `M${ply * width} 0V90`, stroke: "#0b62a8", "stroke-width": 1.5 });
  }

  function go(to) {
    ply = Math.max(0, Math.min(to, game.moves.length));
    draw();
    drawScores();
    moves.querySelector(".now")?.classList.remove("now");
    const now = moves.querySelector(`[data-ply="${ply}"]`);
    now?.classList.add("now");
    // Only the list scrolls: scrollIntoView would move the board, too.
    if (now) moves.scrollTop = now.offsetTop - moves.offsetTop - moves.clientHeight / 2;
    const last = ply === game.moves.length;
    const ending = `${game.result}${game.reason ? ", " + game.reason : ""}`;
    history.replaceState(null, "", `#game-${games.indexOf(game)}-${ply}`);
    const comment = ply > 0 ? game.comments[ply - 1] : "";
    document.getElementById("said").textContent = [comment, last ? ending : ""].filter(Boolean).join(" — ");
  }

  function listMoves() {
    moves.replaceChildren();
    const item = (text, attributes) => {
      const element = document.createElement("li");
      element.textContent = text;
      Object.assign(element.dataset, attributes);
      moves.append(element);
      return element;
    };
    // Black may have made the first move.
    const late = game.positions[0].split(" ")[1] === "b" ? 1 : 0;
    game.moves.forEach((move, index) => {
      if ((index + late) % 2 === 0 || index === 0) {
        item((index + late + 2 - ((index + late) % 2)) / 2 + ".", {}).className = "number";
        if (late && index === 0) item("…", {});
      }
      item(move, { ply: index + 1 });
    });
  }

  function open(index, at) {
    if (!games[index]) return;
    game = games[index];
    stage.replaceChildren(document.getElementById("board-" + game.variant).content.cloneNode(true));
    viewer.querySelector("h2").textContent = `${game.white} – ${game.black}  ${game.result}`;
    listMoves();
    if (!viewer.open) viewer.showModal();
    scores.style.display = game.scores.some((score) => score !== null) ? "" : "none";
    go(at);
  }

  const steps = { first: () => go(0), back: () => go(ply - 1), next: () => go(ply + 1), last: () => go(game.moves.length) };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

  viewer.addEventListener("click", (event) => {
    const step = event.target.dataset?.go;
    if (step === "close" || event.target === viewer) viewer.close();
    else if (step) steps[step]();
    else if (event.target.dataset?.ply) go(Number(event.target.dataset.ply));
  });
  viewer.addEventListener("keydown", (event) => {
    if (!keys[event.key]) return;
    event.preventDefault();
    steps[keys[event.key]]();
  });
  viewer.addEventListener("close", () => history.replaceState(null, "", " "));
  scores.addEventListener("click", (event) => {
    const box = scores.getBoundingClientRect();
    go(Math.ceil(((event.clientX - box.left) / box.width) * game.moves.length));
  });

  const list = document.getElementById("games");
  const opened = (event) => open(event.target.closest("tr")?.dataset.game, 0);
  list.addEventListener("click", opened);
  list.addEventListener("keydown", (event) => event.key === "Enter" && opened(event));
  document.getElementById("filter").addEventListener("input", (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const row of list.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  const linked = /^#game-(\d+)-(\d+)$/.exec(location.hash);
  if (linked) open(Number(linked[1]), Number(linked[2]));
  else if (games.length === 1) open(0, 0);
})();
