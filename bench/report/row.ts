import { ratiosOf, spreadOf, type Spread } from '../pairs.ts'

/** At least, or at most. */
type Target = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the table: us against one peer. */
export interface Row {
  readonly goal: string
  readonly what: string
  readonly peer: string
  /** With units, as read by people. */
  readonly ours: string
  readonly theirs: string
  readonly ratio: Spread
  /** The target of the ratio. Without one the ratio is information. */
  readonly target?: Target
  readonly note?: string
}

export type RowWithTarget = Row & { readonly target: Target }

export const hasTarget = (row: Row): row is RowWithTarget => row.target !== undefined

export const isMet = ({ ratio, target }: RowWithTarget): boolean =>
  'atLeast' in target ? ratio.median >= target.atLeast : ratio.median <= target.atMost

export const short = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(0) : value.toFixed(2)

/** Against a fixed limit: the ratio is the share of it that is used. */
export const barRow = (
  about: Pick<Row, 'goal' | 'what'> & { readonly note?: string },
  unit: string,
  measured: Spread,
  bar: number,
): Row => ({
  ...about,
  peer: 'bar',
  ours: `${short(measured.median)} ${unit}`,
  theirs: `${bar} ${unit}`,
  ratio: { median: measured.median / bar, low: measured.low / bar, high: measured.high / bar },
  target: { atMost: 1 },
})

/** A row of two rates that were measured in turns. */
export const rateRow = (
  about: Pick<Row, 'goal' | 'what' | 'peer' | 'target'> & { readonly note?: string },
  unit: string,
  ours: readonly number[],
  theirs: readonly number[],
): Row => ({
  ...about,
  ours: `${short(spreadOf(ours).median)} ${unit}`,
  theirs: `${short(spreadOf(theirs).median)} ${unit}`,
  ratio: spreadOf(ratiosOf(ours, theirs)),
})
