import { foldText } from '@remis/domain/kit/fold-text'
interface Named {
  readonly label: string
  readonly hint: string
}

/** Whether what was typed is in the label as a whole, from the beginning of a word. */
export const isStrong = ({ label }: Pick<Named, 'label'>, typed: string): boolean =>
  ` ${foldText(label)}`.includes(` ${foldText(typed.trim())}`)

/**
 * The items that have all typed words in their label or hint, at most `most`, in this order:
 *
 * 0. The label begins with what was typed.
 * 1. What was typed is in the label, from the beginning of a word.
 * 2. A word of the label begins with the first typed word.
 * 3. The others, in their order.
 */
export const matching = <Item extends Named>(items: readonly Item[], typed: string, most: number): readonly Item[] => {
  const query = foldText(typed.trim())
  const words = query.split(/\s+/)
  const rankOf = (item: Item): number => {
    const name = foldText(item.label)
    if (!words.every((word) => `${name} ${foldText(item.hint)}`.includes(word))) return -1
    if (name.startsWith(query)) return 0
    if (isStrong(item, typed)) return 1
    return name.split(/\s+/).some((word) => word.startsWith(words[0] ?? '')) ? 2 : 3
  }
  const ranked = items.map((item) => ({ item, rank: rankOf(item) })).filter(({ rank }) => rank >= 0)
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item)
}

interface Results<Item> {
  /** what the server found; empty while it is asked */
  readonly items: readonly Item[]
  readonly busy: boolean
}

/**
 * Groups with a strong match, then what the server found, then the other groups. These wait for the server, so that no
 * option moves under the cursor.
 */
export const inOrder = <Item extends Named>(
  groups: readonly (readonly Item[])[],
  found: Results<Item>,
  typed: string,
): readonly Item[] => {
  const strong = groups.filter((group) => group.some((item) => isStrong(item, typed)))
  const weak = found.busy ? [] : groups.filter((group) => !strong.includes(group))
  return [...strong.flat(), ...found.items, ...weak.flat()]
}
