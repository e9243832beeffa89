import { describe, expect, test } from 'vitest'
import { exampleDriver, t0 } from '../booking/example-booking.ts'
import { dispatchPolicies } from './dispatch-policy.ts'
import type { Considered } from './eligible-drivers.ts'
import { askable, isTurnDue, lookAt, searchTurn, type OpenOffer } from './search.ts'

const { waves } = dispatchPolicies
const search = { number: 1, until: t0 + 600_000 }
const driver = (id: string, km: number, reason: Considered['reason'] = null): Considered => ({
  driver: { ...exampleDriver, id },
  km,
  reason,
})
const offer = (id: string, more: Partial<OpenOffer> = {}): OpenOffer => ({
  driver: id,
  kind: 'dispatch',
  search: 1,
  wave: 1,
  askedAt: t0,
  expiresAt: t0 + 20_000,
  outcome: null,
  ...more,
})
/** Ten drivers; each is nearer by line and later by road than the one before. */
const ten = Array.from({ length: 10 }, (_, n) => driver(`d${n}`, 10 - n))
const roads = new Map(ten.map(({ driver: { id } }, n) => [id, 60 * (n + 1)]))

const turnOf = (
  offers: readonly OpenOffer[],
  now: number,
  { considered = ten, policy = waves, running = search, pickupSeconds = roads as ReadonlyMap<string, number> } = {},
) => {
  const turn = searchTurn(running, offers, { considered, pickupSeconds }, { policy, offerSeconds: 20 }, now)
  if (turn.over) throw new Error('the search is over')
  return {
    ...turn,
    ask: turn.ask.map(({ driver: { id } }) => id),
    renew: turn.renew.map(({ driver: { id } }) => id),
  }
}
const wave = (ids: readonly string[], number: number, askedAt: number, more: Partial<OpenOffer> = {}) =>
  ids.map((id) => offer(id, { wave: number, askedAt, expiresAt: askedAt + 20_000, ...more }))

describe('waves [design/dispatch-10]', () => {
  const first = wave(['d0', 'd1', 'd2'], 1, t0)
  const second = wave(['d3', 'd4', 'd5', 'd6', 'd7', 'd8'], 2, t0 + 6000)

  test('ask the 3 who are soonest by road, then 6, then the rest, every 6 s', () => {
    expect(turnOf([], t0)).toMatchObject({ wave: 1, ask: ['d0', 'd1', 'd2'], renew: [], expiresAt: t0 + 20_000 })
    expect(turnOf(first, t0 + 5999)).toMatchObject({ wave: 1, ask: [] })
    expect(turnOf(first, t0 + 6000)).toMatchObject({ wave: 2, ask: ['d3', 'd4', 'd5', 'd6', 'd7', 'd8'] })
    expect(turnOf([...first, ...second], t0 + 11_999)).toMatchObject({ ask: [] })
    expect(turnOf([...first, ...second], t0 + 12_000)).toMatchObject({ wave: 3, ask: ['d9'] })
  })

  test('a wave that has declined opens the next at once; one that has not answered keeps its time', () => {
    const declined = wave(['d0', 'd1'], 1, t0, { outcome: 'declined' })
    expect(turnOf([...declined, ...wave(['d2'], 1, t0)], t0 + 3000).ask).toEqual([])
    const gone = wave(['d2'], 1, t0, { outcome: 'closed' })
    expect(turnOf([...declined, ...gone], t0 + 3000)).toMatchObject({
      wave: 2,
      ask: ['d2', 'd3', 'd4', 'd5', 'd6', 'd7'],
    })
  })

  test('an offer that was not answered in time is renewed and does not count as a new wave', () => {
    const turn = turnOf(first, t0 + 20_000)
    expect(turn.renew).toEqual(['d0', 'd1', 'd2'])
    expect(turn.ask).toHaveLength(6)
    expect(isTurnDue(search, [...first, ...second], waves, t0 + 11_000)).toBe(false)
    const renewed = first.map((one) => ({ ...one, expiresAt: t0 + 40_000 }))
    expect(turnOf([...renewed, ...second], t0 + 26_000).renew).toEqual(second.map(({ driver: id }) => id))
  })

  test('a decline ends with the search; declining an assignment does not [design/dispatch-14]', () => {
    const before = wave(['d0', 'd1'], 1, t0 - 700_000, { search: 1, outcome: 'declined' })
    const assigned = offer('d2', { kind: 'assign', wave: null, search: 0, outcome: 'declined' })
    const again = { number: 2, until: t0 + 600_000 }
    expect(turnOf([...before, assigned], t0, { running: again }).ask).toEqual(['d0', 'd1', 'd3'])
    expect(turnOf([...before, assigned], t0).ask).toEqual(['d3', 'd4', 'd5', 'd6', 'd7', 'd8'])
  })

  test('without driving times the straight line counts; a driver without a way comes last', () => {
    expect(turnOf([], t0, { pickupSeconds: new Map() }).ask).toEqual(['d9', 'd8', 'd7'])
    const one = new Map([['d4', 900]])
    expect(turnOf([], t0, { pickupSeconds: one }).ask).toEqual(['d4', 'd9', 'd8'])
  })

  test('skip drivers with a reason against them and those with a live offer', () => {
    const considered = [driver('busy', 1, 'busy'), driver('asked', 1), ...ten]
    const asked = offer('asked')
    expect(turnOf([], t0, { considered: [driver('busy', 1, 'busy'), ...ten] }).ask).toEqual(['d0', 'd1', 'd2'])
    expect(askable(search, [asked], considered, t0)).toHaveLength(10)
  })

  test('wait for an assigned driver, and go on when that driver declined or did not answer [design/dispatch-24]', () => {
    const assigned = offer('assigned', { kind: 'assign', wave: null, search: 0, expiresAt: t0 + 300_000 })
    const offers = [...first, assigned]
    expect(isTurnDue(search, offers, waves, t0 + 299_999)).toBe(false)
    expect(turnOf(offers, t0 + 299_999)).toMatchObject({ ask: [], renew: [] })
    expect(isTurnDue(search, offers, waves, t0 + 300_000)).toBe(true)
    expect(turnOf(offers, t0 + 300_000).renew).toEqual(['d0', 'd1', 'd2'])
    const declined = [...first, { ...assigned, outcome: 'declined' as const }]
    expect(turnOf(declined, t0 + 20_000).renew).toEqual(['d0', 'd1', 'd2'])
  })

  test('look at enough drivers for the next wave, at least as many as get a driving time', () => {
    expect(lookAt(search, first, waves)).toBe(60)
    const many = Array.from({ length: 93 }, (_, n) => offer(`m${n}`, { wave: 5 }))
    expect(lookAt(search, many, waves)).toBe(189)
    expect(lookAt({ ...search, number: 2 }, many, waves)).toBe(60)
  })

  test('an offer ends with the search at the latest, and the search ends [design/dispatch-14]', () => {
    const soon = { number: 1, until: t0 + 5000 }
    expect(turnOf([], t0, { running: soon }).expiresAt).toBe(t0 + 5000)
    const over = searchTurn(
      { number: 1, until: t0 },
      [],
      { considered: ten, pickupSeconds: roads },
      { policy: waves, offerSeconds: 20 },
      t0,
    )
    expect(over).toEqual({ over: true })
  })
})

describe('all at once [design/dispatch-10]', () => {
  const policy = dispatchPolicies['all-at-once']
  test('asks every eligible driver together, nearest first, and newly eligible ones later', () => {
    expect(turnOf([], t0, { policy }).ask).toEqual(ten.map(({ driver: { id } }) => id).toReversed())
    const asked = wave(
      ten.slice(1).map(({ driver: { id } }) => id),
      1,
      t0,
    )
    expect(turnOf(asked, t0 + 1000, { policy })).toMatchObject({ ask: ['d0'], renew: [] })
    expect(isTurnDue(search, asked, policy, t0 + 1000)).toBe(true)
    expect(lookAt(search, asked, policy)).toBe(200)
  })
})
