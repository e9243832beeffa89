/**
 * The text of a place that was not chosen on the map is the map's address of the point, then the rider's own words in
 * quotation marks: "Bulevar Artigas 1825, Montevideo (“blue gate”)" [design/access-86].
 */

/** Columns and requests hold this many characters. */
const most = 300

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLocaleLowerCase()

/** The address without a rider's own words. */
export const mapPartOf = (address: string): string => address.replace(/\s*\(?“[^”]*”?\)?\s*$/u, '')

/** Whether two texts name the same place: letters alike, whatever their case and spaces. */
export const sameAddress = (one: string, other: string): boolean => plain(one) === plain(other)

/**
 * The text for a point: what was given where the map says the same, else the map's address with the given words after
 * it. `onMap` null: the map has no address there.
 */
export const boundText = (given: string, onMap: string | null): string => {
  if (onMap === null) return quoted(wordsOf(given), most)
  // A text that was bound before, from a saved address or an earlier ride.
  const bound = sameAddress(mapPartOf(given), onMap) ? /“([^“”]*)”\)?\s*$/u.exec(given) : null
  // The typed text is the beginning of the address on the map: "18 de Julio 1234" of "18 de Julio 1234, Montevideo".
  const known = sameAddress(given, onMap) || plain(onMap).startsWith(`${plain(given)},`)
  const words = wordsOf(bound?.[1] ?? (known ? '' : given))
  const room = most - onMap.length - 3
  return words === '' || room < 10 ? onMap : `${onMap} (${quoted(words, room)})`
}

const wordsOf = (given: string): string => given.replace(/[“”]/gu, '').trim()

const quoted = (words: string, room: number): string => (words === '' ? '' : `“${words.slice(0, room - 2).trim()}”`)
