/**
 * Joins the pieces of one way that was cut at tile edges: piece A precedes piece B where A ends on the exact spot
 * where B begins. The direction of each piece is kept. Pieces without a match stay separate lines.
 * @param pieces lists of vertex ids
 */
export const joinPieces = (pieces: readonly (readonly number[])[]): number[][] => {
  const open = pieces.map((piece) => [...piece])
  for (let joined = true; joined && open.length > 1;) {
    joined = false
    for (let a = 0; a < open.length && !joined; a++) {
      const b = open.findIndex((other, i) => i !== a && other[0] === open[a]!.at(-1))
      if (b < 0) continue
      open[a]!.push(...open[b]!.slice(1))
      open.splice(b, 1)
      joined = true
    }
  }
  return open
}
