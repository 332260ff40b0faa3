// Draws the pictures of the demo's projects, server/portal/demo/pictures/*.webp: drawings of our own, rendered by Chromium.
//
//     node demo-pictures.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "./support/chromium.mjs";

const FOLDER = join(import.meta.dirname, "../server/portal/demo/pictures");
const WIDTHS = [320, 640, 1280];
const [W, H] = [1280, 800];
const PAPER = "#f6f2e8", INK = "#1d2b2f", TEAL = "#1f6f6b", SAND = "#e3c98b", SKY = "#9cc3d5", CLAY = "#c9775a";
const MOSS = "#7d9a5b", PLUM = "#7a5c86", WHITE = "#ffffff", ASPHALT = "#5d6b6b";

const rect = (x, y, w, h, fill, r = 0) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`;
const dot = (x, y, r, fill) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const oval = (x, y, rx, ry, fill) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
const ring = (x, y, r, stroke, width) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
const at = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
const line = (points, stroke, width) =>
  `<polyline points="${at(points)}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const area = (points, fill) => `<polygon points="${at(points)}" fill="${fill}"/>`;
const times = (number, draw) => Array.from({ length: number }, (_, nth) => draw(nth)).join("");
const sea = (y, height, length, fill, shift = 0) => {
  const top = Array.from({ length: W / 10 + 1 }, (_, n) => [n * 10, y + height * Math.sin(((n * 10 + shift) / length) * 2 * Math.PI)]);
  return area([...top, [W, H], [0, H]], fill);
};

/** Each drawing: its ground, and what is on it. */
const DRAWINGS = {
  "stop-by-touch": () => {
    const route = [[120, 520], [360, 520], [520, 360], [760, 360], [900, 500], [1160, 500]];
    const stops = route.map(([x, y]) => dot(x, y, 34, WHITE) + ring(x, y, 34, TEAL, 14)).join("");
    return [SAND, rect(60, 220, 1160, 400, WHITE, 60) + line(route, TEAL, 26) + stops + dot(760, 360, 16, CLAY)];
  },
  "stop-by-touch-strip": () => {
    const cell = (c, r) => dot(230 + 86 * c + 60 * Math.floor(c / 2), 310 + 90 * r, 26, (c * 3 + r * 5) % 4 ? INK : SAND);
    return [SAND, rect(100, 200, 1080, 400, WHITE, 40) + times(8, (c) => times(3, (r) => cell(c, r)))];
  },
  "stop-by-touch-hand": () => {
    const hand = rect(570, 470, 120, 400, CLAY, 60) + oval(630, 520, 36, 44, "#e0a58e");
    return [SKY, rect(0, 380, W, 110, WHITE) + times(11, (n) => dot(90 + 110 * n, 435, 24, TEAL)) + hand];
  },
  "doorbell-you-feel": () => [
    PLUM,
    times(5, (n) => ring(640, 400, 120 + 90 * n, n % 2 ? WHITE : SAND, 18 - 3 * n)) + dot(640, 400, 80, WHITE) + dot(640, 400, 34, CLAY),
  ],
  "steady-spoon-jig": () => [
    MOSS,
    rect(600, 300, 520, 46, WHITE, 23) + oval(500, 323, 150, 95, WHITE) + oval(495, 318, 110, 62, SAND) + ring(860, 323, 150, INK, 16) + line([[860, 173], [860, 60]], INK, 16),
  ],
  "braille-proof": () => [
    PAPER,
    times(12, (x) => times(6, (y) => dot(150 + 90 * x, 150 + 100 * y, 26, (x * 7 + y * 3) % 5 > 1 ? INK : "#ddd5c3"))) + ring(690, 450, 60, CLAY, 14),
  ],
  "quiet-hours": () => {
    const high = (n) => 60 + 180 * Math.abs(Math.sin(n / 3.1)) + (n >= 8 && n <= 13 ? 260 : 0);
    const bars = times(24, (n) => rect(90 + 46 * n, 640 - high(n), 30, high(n), n >= 8 && n <= 13 ? CLAY : SKY, 8));
    return [INK, bars + line([[70, 660], [1210, 660]], WHITE, 6) + dot(1090, 150, 70, SAND) + dot(1124, 128, 62, INK)];
  },
  "swallow-notes": () => [
    SKY,
    dot(640, 400, 300, WHITE) + ring(640, 400, 215, "#d9e4e8", 10) + oval(570, 350, 110, 80, CLAY) + oval(740, 410, 90, 70, MOSS) + oval(620, 500, 70, 46, SAND) + rect(1040, 160, 26, 480, INK, 13),
  ],
  "where-is-the-hoist": () => {
    const rooms = [[120, 140], [420, 140], [720, 140], [120, 460], [420, 460], [720, 460]].map(([x, y]) => rect(x, y, 270, 220, WHITE, 6));
    const way = line([[1090, 410], [855, 410], [855, 560]], CLAY, 16);
    return [TEAL, rooms.join("") + rect(1020, 140, 140, 540, WHITE, 6) + way + dot(855, 570, 40, CLAY) + dot(1090, 410, 22, INK)];
  },
  "blister-clock": () => [
    TEAL,
    rect(150, 90, 980, 620, WHITE, 50) + times(7, (x) => times(4, (y) => dot(250 + 130 * x, 190 + 140 * y, 46, x === 3 && y === 1 ? CLAY : "#c4d3d0"))) + ring(640, 330, 64, SAND, 14),
  ],
  "invoice-tides": () => [PAPER, dot(1010, 190, 90, SAND) + sea(420, 60, 520, SKY) + sea(520, 50, 430, "#5f97ad", 160) + sea(630, 40, 380, TEAL, 300)],
  "form-fitter": () => {
    const tick = (y) => line([[466, y], [486, y + 22], [526, y - 26]], MOSS, 14);
    const lines = times(3, (n) => rect(430, 190 + 120 * n, 420, 66, "#eef1ea", 8));
    return [SAND, rect(360, 80, 560, 640, WHITE, 16) + lines + rect(430, 570, 200, 70, TEAL, 10) + tick(224) + tick(344)];
  },
  "who-said-aye": () => {
    const row = (r) => times(9 + 4 * r, (n) => {
      const angle = (Math.PI * (n + 0.5)) / (9 + 4 * r);
      const far = 200 + 95 * r;
      return dot(640 - far * Math.cos(angle), 700 - far * Math.sin(angle), 28, (n * 7) % (9 + 4 * r) < (9 + 4 * r) * 0.6 ? MOSS : CLAY);
    });
    return [PAPER, times(5, row)];
  },
  kerbside: () => {
    const drops = [[180, 90], [380, 160], [560, 70], [760, 150], [960, 90], [1120, 180]].map(([x, y]) => line([[x, y], [x - 26, y + 60]], WHITE, 10));
    const grate = rect(520, 520, 240, 150, INK, 10) + times(5, (n) => rect(545 + 44 * n, 545, 20, 100, "#8d9a98", 6));
    return ["#a9bcc0", drops.join("") + rect(0, 400, W, 60, "#d3d8d2") + rect(0, 460, W, 340, ASPHALT) + grate];
  },
  "late-tram-ledger": () => [
    SKY,
    rect(0, 610, W, 190, ASPHALT) + dot(380, 580, 44, INK) + dot(900, 580, 44, INK) + rect(200, 250, 880, 320, CLAY, 50) + times(5, (n) => rect(262 + 160 * n, 310, 116, 120, WHITE, 14)) + line([[640, 250], [560, 130], [720, 130]], INK, 10) + line([[0, 126], [W, 126]], INK, 4),
  ],
  "shade-hours": () => {
    const trees = [[250, 120], [560, 150], [900, 130], [1130, 90]];
    const shades = trees.map(([x, r]) => oval(x + r, 690, r * 1.3, r * 0.3, "#b3ab92"));
    return [PAPER, dot(140, 120, 70, SAND) + rect(0, 620, W, 180, "#d8cfb8") + shades.join("") + trees.map(([x, r]) => rect(x - 12, 430, 24, 250, "#6b4d38") + dot(x, 380, r, MOSS)).join("")];
  },
};

mkdirSync(FOLDER, { recursive: true });
const browser = await launchChromium();
const page = await browser.newPage();
for (const [name, draw] of Object.entries(DRAWINGS)) {
  const [ground, shapes] = draw();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${rect(0, 0, W, H, ground)}${shapes}</svg>`;
  for (const width of WIDTHS) {
    const file = await page.evaluate(
      async ([source, width, height]) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        canvas.getContext("2d", { alpha: false }).drawImage(image, 0, 0, width, height);
        return canvas.toDataURL("image/webp", 0.7).split(",")[1];
      },
      [svg, width, (width * H) / W],
    );
    writeFileSync(join(FOLDER, `${name}-${width}.webp`), Buffer.from(file, "base64"));
  }
}
await browser.close();
