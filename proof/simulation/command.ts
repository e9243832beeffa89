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
  next: 45,
  book: 10,
  bookLater: 3,
  quoteTwice: 1,
  accept: 5,
  decline: 2,
  arrive: 3,
  start: 3,
  driveOn: 3,
  reach: 3,
  pay: 3,
  notPaid: 2,
  rate: 1,
  cancel: 4,
  driverCancels: 3,
  noShow: 1,
  collude: 2,
  phoneSleeps: 3,
  phoneWakes: 3,
  abort: 1,
  writeOff: 2,
  endDebt: 1,
  correct: 3,
  creditRider: 2,
  searchAgain: 2,
  renewCode: 2,
  goOffline: 1,
  goOnline: 3,
  assign: 2,
  dispatchByHand: 1,
  dispatchByItself: 3,
  topUp: 3,
  payByCard: 3,
  gatewaySpeaks: 7,
  gatewayFails: 1,
  gatewayRecovers: 2,
  outage: 1,
  withdraw: 2,
  endWithdrawal: 3,
  sweep: 6,
  timePasses: 3,
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
