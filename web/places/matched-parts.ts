interface Match {
  readonly offset: number
  readonly length: number
}

export interface Part {
  readonly text: string
  readonly matched: boolean
}

/** Splits a text at its matched letters; overlapping and invalid ranges are tolerated. */
export const matchedParts = (text: string, matches: readonly Match[]): Part[] => {
  const parts: Part[] = []
  let done = 0
  for (const { offset, length } of matches.toSorted((a, b) => a.offset - b.offset)) {
    const from = Math.max(done, offset)
    const to = Math.min(text.length, offset + length)
    if (to <= from) continue
    if (from > done) parts.push({ text: text.slice(done, from), matched: false })
    parts.push({ text: text.slice(from, to), matched: true })
    done = to
  }
  if (done < text.length) parts.push({ text: text.slice(done), matched: false })
  return parts
}
