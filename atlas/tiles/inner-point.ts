/**
 * A point inside an area, for its label: the middle of the longest part of its middle parallel that lies inside.
 * @param rings outer ring and holes, closed, lng, lat, … in degrees × 1e7
 */
export const innerPoint = (rings: readonly Int32Array[]): Int32Array => {
  const outer = rings[0]!
  let [south, north] = [Infinity, -Infinity]
  for (let i = 1; i < outer.length; i += 2) {
    south = Math.min(south, outer[i]!)
    north = Math.max(north, outer[i]!)
  }
  // Off the corners, which often share a latitude with others.
  const lat = Math.floor((south + north) / 2) + 0.5
  const crossings: number[] = []
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [fromLat, toLat] = [ring[i + 1]!, ring[i + 3]!]
      if (fromLat > lat !== toLat > lat)
        crossings.push(ring[i]! + ((lat - fromLat) / (toLat - fromLat)) * (ring[i + 2]! - ring[i]!))
    }
  }
  crossings.sort((a, b) => a - b)
  let [best, width] = [outer[0]!, -1]
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [from, to] = [crossings[i]!, crossings[i + 1]!]
    if (to - from > width) [best, width] = [(from + to) / 2, to - from]
  }
  return Int32Array.of(Math.round(best), width < 0 ? outer[1]! : Math.round(lat))
}
