import { foldText } from '@remis/domain/kit/fold-text'
import type { Point, Suggestion } from '../maps-provider.ts'

/** The parts of an address, the same for all services. */
export interface AddressParts {
  readonly name?: string | undefined
  readonly street?: string | undefined
  readonly housenumber?: string | undefined
  readonly district?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
}

/** First line: the name, else street and number; second: what lies around, without repetitions. */
export const linesOf = ({ name, street, housenumber, district, city, state }: AddressParts) => {
  const house = street === undefined ? undefined : housenumber === undefined ? street : `${street} ${housenumber}`
  const main = name ?? house ?? district ?? city ?? state ?? ''
  const around = [house, district, city ?? state].filter((part) => part !== undefined && part !== '' && part !== main)
  return { main, secondary: [...new Set(around)].join(', ') }
}

export const textOf = (main: string, secondary: string): string => (secondary === '' ? main : `${main}, ${secondary}`)

/** Where the typed words begin words of the text; offsets in UTF-16 units. */
export const marksOf = (typed: string, text: string): { offset: number; length: number }[] => {
  const words = typed.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap((found) => {
    const match = words.find((word) => foldText(found[0]).startsWith(foldText(word)))
    return match === undefined ? [] : [{ offset: found.index, length: Math.min(match.length, found[0].length) }]
  })
}

const LONGEST_LABEL = 300

/** The id contains the place, so it needs no look-up. */
export const idOf = ({ lat, lng }: Point, label: string): string =>
  JSON.stringify([Number(lat.toFixed(6)), Number(lng.toFixed(6)), label.slice(0, LONGEST_LABEL)])

/** undefined: not an id of `idOf`. */
export const placeOf = (id: string): (Point & { readonly label: string }) | undefined => {
  try {
    const [lat, lng, label] = JSON.parse(id) as unknown[]
    return typeof lat === 'number' && typeof lng === 'number' && typeof label === 'string'
      ? { lat, lng, label }
      : undefined
  } catch {
    return undefined
  }
}

/** Places with the same text in the list are one. */
export const suggestionsOf = (
  typed: string,
  found: readonly { readonly parts: AddressParts; readonly at: Point }[],
): Suggestion[] => {
  const byText = new Map<string, Suggestion>()
  for (const { parts, at } of found) {
    const { main, secondary } = linesOf(parts)
    const description = textOf(main, secondary).slice(0, LONGEST_LABEL)
    if (main === '' || byText.has(description)) continue
    byText.set(description, {
      description,
      place_id: idOf(at, description),
      structured_formatting: {
        main_text: main,
        main_text_matched_substrings: marksOf(typed, main),
        secondary_text: secondary,
      },
    })
  }
  return [...byText.values()].slice(0, 8)
}
