import { timingSafeEqual } from 'node:crypto'

/** Whether two signatures are the same text; takes the same time wherever they differ. */
export const isSameText = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
