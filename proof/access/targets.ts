import type { Status } from '@remis/domain/booking/statuses'
import { randomUUID as newId } from 'node:crypto'
import { long } from '../scale.ts'
import { callerAs, bookingTarget, people, strangers, type Caller, type Target } from './callers.ts'
import { expectedOf } from './expectation.ts'
import { statusesOf, type PolicyRow, type Relationship } from './policy/policy-row.ts'
import { completeUnrated } from './stage/stage.ts'
import type { World } from './world.ts'

const absent = (id: string): Target => ({ name: 'absent', id, related: {} })

/** The objects of a row: own ones in every status, a foreign and an absent one. */
export const targetsOf = async (world: World, row: PolicyRow): Promise<readonly (Target | undefined)[]> => {
  const { actors, own, foreign, payments } = world
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
        { name: 'the rider’s', id: payments.rider, related: { [actors.rider.id]: ['its customer'] } },
        { name: 'the driver’s', id: payments.driver, related: { [actors.otherDriver.id]: ['its driver'] } },
        absent(`RP${'0'.repeat(26)}`),
      ]
    case 'withdrawal':
      return [{ name: 'open', id: world.withdrawal, related: {} }, absent(newId())]
    case 'debt':
      return [
        { name: 'open', id: await world.debt(), related: {} },
        { name: 'of a trip', id: world.tripDebt, related: {} },
        absent(newId()),
      ]
    case 'wallet':
      return [{ name: 'a rider’s with money', id: await world.richRider(), related: {} }, absent(newId())]
    case 'mail':
      return [{ name: 'a failed mail', id: await world.mail(), related: {} }, absent(newId())]
    case 'person':
      return [
        managed(
          'the fleet’s driver',
          world.of(world.meets('COMPLETE') ? 'COMPLETE' : 'PAYMENT_PENDING').driver.id,
          actors.fleetAdmin.id,
        ),
        managed('a suspended driver of the fleet', world.suspended, actors.fleetAdmin.id),
        managed('the other fleet’s driver', foreign.driver.id, actors.otherFleetAdmin.id),
        absent(newId()),
      ]
    case 'rider':
      return [{ name: 'a rider', id: actors.rider.id, related: {} }, absent(newId())]
    case 'file':
      return [
        {
          name: 'the picture of a driver',
          id: world.picture,
          related: {
            ...(world.meets('COMPLETE') ? { [actors.rider.id]: ['its customer'] as const } : {}),
            [actors.fleetAdmin.id]: ['its fleet admin'],
          },
        },
        absent(newId()),
      ]
    case 'promo':
      return [{ name: 'a promo', id: await world.promo(), related: {} }, absent(newId())]
    case 'notification':
      return [{ name: 'a notification', id: await world.notification(), related: {} }, absent(newId())]
    case 'language':
      return [{ name: 'a language', id: await world.language(), related: {} }, absent(newId())]
    case 'car type':
      return [{ name: 'a car type', id: await world.carType(), related: {} }, absent(newId())]
    case 'cancel reason':
      return [{ name: 'a cancel reason', id: await world.cancelReason(), related: {} }, absent(newId())]
    case 'payout':
      return [{ name: 'a payout', id: await world.payout(), related: {} }, absent(newId())]
    case 'waiting credit':
      return [{ name: 'a waiting credit', id: await world.credit('waiting'), related: {} }, absent(newId())]
    case 'credit':
      return [{ name: 'a credit', id: await world.credit('credited'), related: {} }, absent(newId())]
    case 'alert':
    case 'taken alert':
      return [{ name: 'an alert', id: await world.alert(row.object), related: {} }, absent(newId())]
    case 'quote':
      return [...(await quotes(world)), absent(newId())]
  }
}

const managed = (name: string, id: string, owner: string): Target => ({
  name,
  id,
  related: { [owner]: ['its fleet admin'] },
})

const quotes = async (world: World): Promise<Target[]> => {
  const { rider, otherRider, admin } = world.actors
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

/** An admitted caller with an object that the call may change. */
export interface Permitted {
  readonly caller: Caller
  readonly target: Target | undefined
}

/** Yields every admitted relationship from every status of the row; objects are created one at a time. */
export async function* permitted(world: World, row: PolicyRow, visitorToken: string): AsyncGenerator<Permitted> {
  if (row.object === undefined) {
    const counted = new Map<string, number>()
    for (const caller of [...strangers(world, visitorToken), ...people(world, undefined)]) {
      if (expectedOf(row, caller, undefined, world.demo).status !== 200) continue
      const kind = caller.role ?? caller.name
      counted.set(kind, (counted.get(kind) ?? 0) + 1)
      if ((counted.get(kind) ?? 0) <= 2) yield { caller, target: undefined }
    }
    return
  }
  if (world.demo && row.inDemo === 'refused') return
  for (const [relationship, grant] of Object.entries(row.to) as [Relationship, PolicyRow['to'][Relationship] & {}][]) {
    const statuses = (statusesOf(grant) ?? ['NEW']).filter(world.meets)
    // Demo mode hides contacts in every status: one is enough in the short form.
    const asked = world.demo && !long ? statuses.slice(0, 1) : statuses
    for (const status of row.object === 'booking' ? asked : [undefined])
      yield await freshFor(world, row, relationship, status)
  }
}

const freshFor = async (
  world: World,
  row: PolicyRow,
  relationship: Relationship,
  status: Status | undefined,
): Promise<Permitted> => {
  const { rider, admin } = world.actors
  if (row.object === 'booking' && status !== undefined) {
    const staged = await world.fresh({ status: status === 'COMPLETE' ? 'PAID' : status })
    if (status === 'COMPLETE') {
      await completeUnrated(world.actors, staged)
      for (const one of world.all) await world.refresh(one)
    }
    // it was made a day old to be completed
    const target = bookingTarget(status, status === 'COMPLETE' ? { ...staged, old: true } : staged)
    const by = { 'its customer': rider, 'its driver': staged.driver, 'offered driver': staged.driver, admin }
    const person = by[relationship as keyof typeof by]
    return { caller: callerAs(relationship, person, target), target }
  }
  if (row.object === 'quote') {
    // The rider of the proof has unpaid bookings and could not book.
    const payer = await world.actors.person('rider')
    const maker = relationship === 'its office' ? admin : payer
    const target = { name: 'fresh', id: await world.quote(maker, payer), related: { [maker.id]: [relationship] } }
    return { caller: callerAs(relationship, maker, target), target }
  }
  if (row.object === 'promo') {
    const target = { name: 'fresh', id: await world.promo(), related: {} }
    return { caller: callerAs('admin', admin, target), target }
  }
  if (row.object === 'notification') {
    const target = { name: 'fresh', id: await world.notification(), related: {} }
    return { caller: callerAs('admin', admin, target), target }
  }
  if (row.object === 'language') {
    const target = { name: 'fresh', id: await world.language(), related: {} }
    return { caller: callerAs('admin', admin, target), target }
  }
  if (row.object === 'car type' || row.object === 'cancel reason') {
    const id = row.object === 'car type' ? await world.carType() : await world.cancelReason()
    return {
      caller: callerAs('admin', admin, { name: 'fresh', id, related: {} }),
      target: { name: 'fresh', id, related: {} },
    }
  }
  if (row.object === 'mail') {
    const target = { name: 'fresh', id: await world.mail(), related: {} }
    return { caller: callerAs('admin', admin, target), target }
  }
  if (row.object === 'payout' || row.object === 'waiting credit' || row.object === 'credit') {
    const made = {
      payout: () => world.payout(),
      'waiting credit': () => world.credit('waiting'),
      credit: () => world.credit('credited'),
    }
    const target = { name: 'fresh', id: await made[row.object](), related: {} }
    return { caller: callerAs('admin', admin, target), target }
  }
  if (row.object === 'alert' || row.object === 'taken alert') {
    const target = { name: 'fresh', id: await world.alert(row.object), related: {} }
    return { caller: callerAs('admin', admin, target), target }
  }
  if (row.object === 'debt' || row.object === 'wallet' || row.object === 'rider') {
    const made = { debt: () => world.debt(), wallet: () => world.richRider(), rider: () => rider.id }
    const id = await made[row.object]()
    const target = { name: 'fresh', id, related: {} }
    return { caller: callerAs('admin', admin, target), target }
  }
  if (row.object === 'person') {
    const { fleetAdmin } = world.actors
    const target = managed(
      'fresh',
      (await world.actors.person('driver', { fleetadmin: fleetAdmin.id })).id,
      fleetAdmin.id,
    )
    return { caller: callerAs(relationship, relationship === 'admin' ? admin : fleetAdmin, target), target }
  }
  if (row.object === 'payment' && row.keyed) {
    const target = { name: 'fresh', id: await world.review(), related: {} }
    return { caller: callerAs('admin', admin, target), target }
  }
  const target = { name: 'fresh', id: await world.payable(), related: {} }
  return { caller: callerAs('admin', admin, target), target }
}
