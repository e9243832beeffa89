interface Named {
  readonly label: string
  readonly hint: string
}

/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The items that have all typed words in their label or hint, at most `most`: labels that begin with what was typed first,
 * then those with a word that does, then the others in their order.
 */
export const matching = <Item extends Named>(items: readonly Item[], typed: string, most: number): readonly Item[] => {
  const query = plain(typed.trim())
  const words = query.split(/\s+/)
  const rankOf = ({ label, hint }: Item): number => {
    const name = plain(label)
    if (!words.every((word) => `${name} ${plain(hint)}`.includes(word))) return -1
    if (name.startsWith(query)) return 0
    return name.split(/\s+/).some((word) => word.startsWith(words[0] ?? '')) ? 1 : 2
  }
  const ranked = items.map((item) => ({ item, rank: rankOf(item) })).filter(({ rank }) => rank >= 0)
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item)
}
