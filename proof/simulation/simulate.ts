import { describe, expect, it } from 'vitest'
import { long, many } from '../scale.ts'
import { seed } from '../seed.ts'
import type { Run } from './run-commands.ts'
import { runSeed } from './run-seed.ts'

/** Each part runs in a separate process, so that all cores work. */
const PARTS = 2
const steps = 200
/** `npm run proof -- simulation <number> <first seed>` asks for other seeds. */
const howMany = Number(process.env['REMIS_SEEDS']) || many(2, 2000)
const seeds = Array.from({ length: howMany }, (_, index) => seed + index)
/** Run twice: in the gate one, in the long form one in a hundred. */
const isTwice = (one: number): boolean => (one - seed) % (long ? 100 : seeds.length) === 0

const counts = new Map<string, number>()
let held = 0

const run = async (one: number): Promise<Run> => {
  const done = await runSeed(one, steps)
  for (const [name, count] of done.counts) counts.set(name, (counts.get(name) ?? 0) + count)
  held++
  // The long form takes an hour: prints its progress.
  if (long && held % 100 === 0) process.stdout.write(`${held} cities held\n`)
  return done
}

const shareOf = (part: string, whole: readonly string[]): string => {
  const all = whole.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
  return `${part} ${Math.round((100 * (counts.get(part) ?? 0)) / Math.max(1, all))} %`
}
const kinds = ['honest', 'sleeper', 'forger', 'afar', 'ally'].map((kind) => `${kind} drivers`)
const policies = ['towns with waves', 'towns with all-at-once']

/** What every run has to reach; a run that is only ever refused proves nothing. */
const usual = ['create', 'accept', 'arrive', 'start', 'reach', 'pay', 'rate', 'cancel', 'payment PAID']
/** What the long form reaches as well. */
const rare = [
  ...kinds,
  ...policies,
  'towns whose gateway loses all notices',
  'outages of the gateway of two hours',
  'notices of the gateway lost',
  'trips with a sleeping phone',
  'backlogs of a phone sent late',
  'trips with a forged track',
  'trips of no time',
  'arrivals claimed from afar',
  'no-shows claimed from afar',
  'rounds of a colluding pair',
  'succeed',
  'correct',
  'confirm-arrival',
  'not-paid',
  'write-off',
  'abort',
  'wave 2',
  'debt for cancellation-fee',
  'debt for correction',
  'posting debt-cash',
  'posting debt-collected',
  'posting debt-written-off',
  'refused with payment_due',
  'refused with no_show_unconfirmed',
  'cancelled by rider for a fee',
  'withdrawal processed',
  'withdrawal rejected',
  'refund done',
  'payment EXPIRED',
]

/**
 * Runs the seeds of one part. Each city has a separate database and clock; several keep a core busy while one waits.
 */
export const simulate = (part: 1 | 2): void => {
  const ours = seeds.filter((one) => (one - seed) % PARTS === part - 1)
  describe.concurrent(
    'a city from a seed: honest and dishonest drivers, riders, an admin and a gateway, with faults in between [design/proofs-11]',
    () => {
      // A replay of one seed leaves the other part without one.
      it.runIf(ours.length === 0)('has no seed', () => undefined)
      it.each(ours)('seed %i', async (one) => {
        const { outcome } = await run(one)
        if (isTwice(one)) expect((await run(one)).outcome, 'ends the same when run twice').toEqual(outcome)
      })
    },
  )

  it('reached every part of a trip and of its money [design/proofs-40]', () => {
    const listed = [...counts].filter(([name]) => !kinds.includes(name) && !policies.includes(name))
    process.stdout.write(
      `> ${ours.length} seeds of ${seeds.length} from ${seed}, ${steps} commands each: ${held} cities held\n` +
        `> shares: ${[...kinds.map((one) => shareOf(one, kinds)), shareOf('towns with waves', policies)].join(', ')}\n` +
        `> happened: ${listed
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, count]) => `${name} ${count}`)
          .join(', ')}\n`,
    )
    const wanted = ours.length >= 100 ? [...usual, ...rare] : ours.length > 1 ? usual : []
    expect(wanted.filter((name) => !counts.has(name))).toEqual([])
  })
}
