import type { Status } from '@remis/domain/booking/statuses'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { randomUUID as newId } from 'node:crypto'
import { long } from '../scale.ts'
import { actorAs, bookingTarget, people, strangers, type Actor, type Target } from './callers.ts'
import { expectedOf } from './expectation.ts'
import { statusesOf, type PolicyRow, type Standing } from './policy/policy-row.ts'
import { completeUnrated } from './stage.ts'
import { bank, type World } from './world.ts'

const absent = (id: string): Target => ({ name: 'absent', id, related: {} })

/** What the calls of a row are about: own and foreign in every state, and one that does not exist. */
export const targetsOf = async (world: World, row: PolicyRow): Promise<readonly (Target | undefined)[]> => {
  const { cast, own, foreign, payments } = world
  if (row.object === undefined) return [undefined]
  switch (row.object) {
    case 'booking':
      return [
        ...own.map((staged) => bookingTarget(staged.old ? 'old and PAID' : staged.status, staged)),
        bookingTarget('foreign', foreign),
        absent('ZZZZZZZZZZ'),
      ]
    case 'payment':
      return [
        { name: 'the rider’s', id: payments.rider, related: { [cast.rider.id]: ['its customer'] } },
        { name: 'the driver’s', id: payments.driver, related: { [cast.otherDriver.id]: ['its driver'] } },
        absent(`RP${'0'.repeat(26)}`),
      ]
    case 'withdrawal':
      return [{ name: 'open', id: world.withdrawal, related: {} }, absent(newId())]
    case 'promo':
      return [{ name: 'a promo', id: await world.promo(), related: {} }, absent(newId())]
    case 'quote':
      return [...(await quotes(world)), absent(newId())]
  }
}

const quotes = async (world: World): Promise<Target[]> => {
  const { rider, otherRider, admin } = world.cast
  return [
    { name: 'the rider’s', id: await world.quote(rider, rider), related: { [rider.id]: ['its customer'] } },
    {
      name: 'the other rider’s',
      id: await world.quote(otherRider, otherRider),
      related: { [otherRider.id]: ['its customer'] },
    },
    {
      name: 'the office’s',
      id: await world.quote(admin, rider),
      related: { [rider.id]: ['its customer'], [admin.id]: ['its office'] },
    },
  ]
}

/** A caller and an object of their own that the call may change. */
export interface Permitted {
  readonly actor: Actor
  readonly target: Target | undefined
}

/** One after the other, each made when its turn comes: everybody whom the row lets in, from every status it names. */
export async function* permitted(world: World, row: PolicyRow, visitorToken: string): AsyncGenerator<Permitted> {
  if (row.object === undefined) {
    const counted = new Map<string, number>()
    for (const actor of [...strangers(world, visitorToken), ...people(world, undefined)]) {
      if (expectedOf(row, actor, undefined, world.demo).status !== 200) continue
      const kind = actor.role ?? actor.name
      counted.set(kind, (counted.get(kind) ?? 0) + 1)
      if ((counted.get(kind) ?? 0) <= 2) yield { actor, target: undefined }
    }
    return
  }
  if (world.demo && row.inDemo === 'refused') return
  for (const [standing, grant] of Object.entries(row.to) as [Standing, PolicyRow['to'][Standing] & {}][]) {
    const statuses = (statusesOf(grant) ?? ['NEW']).filter(world.meets)
    // Demo mode hides contacts in every status alike: one stands for all in the gate.
    const asked = world.demo && !long ? statuses.slice(0, 1) : statuses
    for (const status of row.object === 'booking' ? asked : [undefined])
      yield await freshFor(world, row, standing, status)
  }
}

const freshFor = async (
  world: World,
  row: PolicyRow,
  standing: Standing,
  status: Status | undefined,
): Promise<Permitted> => {
  const { rider, admin } = world.cast
  if (row.object === 'booking' && status !== undefined) {
    const staged = await world.fresh({ status: status === 'COMPLETE' ? 'PAID' : status })
    if (status === 'COMPLETE') {
      await completeUnrated(world.cast, staged)
      for (const one of world.all) await world.refresh(one)
    }
    const target = bookingTarget(status, staged)
    const by = { 'its customer': rider, 'its driver': staged.driver, 'offered driver': staged.driver, admin }
    const person = by[standing as keyof typeof by]
    return { actor: actorAs(standing, person, target), target }
  }
  if (row.object === 'quote') {
    const maker = standing === 'its office' ? admin : rider
    const target = { name: 'fresh', id: await world.quote(maker, rider), related: { [maker.id]: [standing] } }
    return { actor: actorAs(standing, maker, target), target }
  }
  if (row.object === 'promo') {
    const target = { name: 'fresh', id: await world.promo(), related: {} }
    return { actor: actorAs('admin', admin, target), target }
  }
  const asked = await rider.call(withdrawalsApi.ask, { body: { amount: 3, ...bank } })
  const target = { name: 'fresh', id: asked.withdrawal.id, related: {} }
  return { actor: actorAs('admin', admin, target), target }
}
