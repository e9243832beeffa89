import type { Paging } from './TablePager.tsx'

export interface Group<Row> {
  readonly name: string
  readonly members: readonly Row[]
}

/** The rows of a page by group, in the order in which groups first occur; within a group the order of the list. */
export const groupRows = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Group<Row>[] => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = nameOf(row)
    const members = groups.get(name)
    if (members === undefined) groups.set(name, [row])
    else members.push(row)
  }
  return [...groups].map(([name, members]) => ({ name, members }))
}

/** Whether the list has rows on other pages, which numbers and sums of the groups of a page leave out. */
export const hasOtherPages = ({ onNext, onPrevious }: Pick<Paging, 'onNext' | 'onPrevious'>): boolean =>
  onNext !== null || onPrevious !== null
