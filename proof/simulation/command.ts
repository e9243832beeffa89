import { shuffled } from '../seed.ts'

/**
 * The next step of the simulation; `who`, `what` and `how` are numbers that are mapped to existing things when it runs.
 */
export interface Command {
  readonly kind: Kind
  readonly who: number
  readonly what: number
  readonly how: number
  /** the server is cut at one of the failpoints that the command passes */
  readonly fault: number | null
}

/** How often each is done, of the sum of all. */
const weights = {
  book: 12,
  bookLater: 3,
  quoteTwice: 1,
  accept: 14,
  decline: 3,
  arrive: 10,
  start: 12,
  reach: 10,
  pay: 10,
  notPaid: 3,
  rate: 4,
  cancel: 5,
  abort: 1,
  writeOff: 2,
  correct: 2,
  searchAgain: 2,
  renewCode: 2,
  goOffline: 2,
  goOnline: 3,
  assign: 2,
  dispatchByHand: 1,
  dispatchByItself: 2,
  topUp: 3,
  payByCard: 3,
  gatewaySpeaks: 8,
  gatewayFails: 1,
  gatewayRecovers: 2,
  withdraw: 2,
  endWithdrawal: 3,
  sweep: 10,
  timePasses: 4,
} as const

export type Kind = keyof typeof weights

const table: readonly Kind[] = Object.entries(weights).flatMap(([kind, times]) =>
  Array.from({ length: times }, () => kind as Kind),
)

/** One in this many commands is cut. */
const faultEvery = 12

/** The same seed gives the same commands. */
export const drawCommands = (random: () => number, count: number): Command[] => {
  const kinds = shuffled(table, random)
  const number = () => Math.floor(random() * 1_000_000)
  return Array.from({ length: count }, () => ({
    kind: kinds[Math.floor(random() * kinds.length)] ?? 'sweep',
    who: number(),
    what: number(),
    how: number(),
    fault: random() < 1 / faultEvery ? number() : null,
  }))
}
