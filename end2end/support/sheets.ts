// Paper, as the tests count it.
import { constants, inflateSync } from "node:zlib";

/** The number of sheets of a PDF. Its objects may be packed. */
export function sheets(pdf: Buffer): number {
  const text = pdf.toString("latin1");
  const packed = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    try {
      return inflateSync(pdf.subarray(index + length), { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...packed].join("\n").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
