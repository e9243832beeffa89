import { randomInt } from 'node:crypto'

/** spec 1 §9: a random 5-digit number from 10000 to 99999, from the system's secure source. */
export const drawTripCode = (): string => String(randomInt(10_000, 100_000))
