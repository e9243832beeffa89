/** The PMTiles number of a tile: all tiles of lower zooms, then its index on the zoom's Hilbert curve. */
export const tileId = (z: number, x: number, y: number): number => {
  let id = (4 ** z - 1) / 3
  let tx = x
  let ty = y
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (tx & side) > 0 ? 1 : 0
    const down = (ty & side) > 0 ? 1 : 0
    id += side * side * ((3 * right) ^ down)
    if (down === 0) {
      if (right === 1) {
        tx = side - 1 - tx
        ty = side - 1 - ty
      }
      ;[tx, ty] = [ty, tx]
    }
  }
  return id
}
