/**
 * The part of a closed ring (lng, lat, …) on one side of a meridian or parallel (Sutherland and Hodgman, one side at a
 * time). A part that leaves and returns is joined along the cut.
 * @param axis 0: lng, 1: lat
 * @returns a closed ring; empty when nothing is left
 */
export const clipRing = (ring: Int32Array, axis: 0 | 1, limit: number, keep: 'above' | 'below'): Int32Array => {
  const inside = (value: number): boolean => (keep === 'above' ? value >= limit : value <= limit)
  const kept: number[] = []
  const other = axis === 0 ? 1 : 0
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [from, to] = [ring[i + axis]!, ring[i + 2 + axis]!]
    if (inside(from)) kept.push(ring[i]!, ring[i + 1]!)
    if (inside(from) === inside(to)) continue
    const share = (limit - from) / (to - from)
    const crossing = Math.round(ring[i + other]! + share * (ring[i + 2 + other]! - ring[i + other]!))
    if (axis === 0) kept.push(Math.round(limit), crossing)
    else kept.push(crossing, Math.round(limit))
  }
  if (kept.length < 6) return new Int32Array(0)
  return Int32Array.from([...pairs(kept), kept[0]!, kept[1]!])
}

/** Without repeated points. */
function* pairs(flat: readonly number[]): Generator<number> {
  for (let i = 0; i < flat.length; i += 2) {
    if (i > 0 && flat[i] === flat[i - 2] && flat[i + 1] === flat[i - 1]) continue
    yield flat[i]!
    yield flat[i + 1]!
  }
}
