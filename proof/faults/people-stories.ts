import { peopleApi } from '@remis/domain/people/people-api'
import { personPartsApi } from '@remis/domain/people/person-parts-api'
import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { makeAct } from '../api-client.ts'
import { ofCall, type CallStory } from './call-stories.ts'
import type { CrashCity } from './crash-city.ts'
import { bookLater } from './own-stories.ts'
import { counting, locked, untilOnce, type Story } from './story.ts'

const audited = (city: CrashCity, id: string, action: string) =>
  counting(
    city,
    sql`select count(*)::int as count from audit_log where subject = ${`user:${id}`} and action = ${`person.${action}`}`,
  )

/** An admin's act about a driver without a trip. */
const about = (endpoint: Endpoint, action: string, body?: object, points: readonly string[] = []): CallStory => ({
  endpoint,
  points,
  prepare: async (city) => {
    const [admin, driver] = [await city.person('admin'), await city.person('driver')]
    const act = makeAct(endpoint, { params: { id: driver.id }, ...(body === undefined ? {} : { body }) } as never)
    return { client: admin, act, happened: audited(city, driver.id, action) }
  },
})

const adding = (endpoint: Endpoint, more: object): CallStory => ({
  endpoint,
  points: [],
  prepare: async (city) => {
    const email = `crash.${randomInt(1e9)}@example.org`
    return {
      client: await city.person('admin'),
      act: makeAct(endpoint, { body: { firstName: 'Crash', lastName: 'One', email, ...more } } as never),
      happened: counting(city, sql`select count(*)::int as count from users where email = ${email}`),
    }
  },
})

/** The office deletes the personal data of a person who asked for it [design/privacy-13]. */
const erasing: CallStory = {
  endpoint: accountDataApi.requestDeletionOf,
  points: ['deletion.before_commit'],
  prepare: async (city) => {
    const [admin, rider] = [await city.person('admin'), await city.person('rider')]
    return {
      client: admin,
      act: makeAct(accountDataApi.requestDeletionOf, { params: { id: rider.id } }),
      happened: counting(
        city,
        sql`select count(*)::int as count from account_deletions where user_id = ${rider.id} and done_at is null`,
      ),
    }
  },
}

/** A person added by the office, without a way to sign in. */
const welcoming: CallStory = {
  endpoint: peopleApi.sendWelcome,
  points: [],
  prepare: async (city) => {
    const [admin, driver] = [await city.person('admin'), await city.person('driver')]
    await sql`update users set created_by_admin = true, email = ${`crash.${randomInt(1e9)}@example.org`}
      where id = ${driver.id}`.execute(city.db.request)
    await sql`delete from identities where user_id = ${driver.id}`.execute(city.db.request)
    return {
      client: admin,
      act: makeAct(peopleApi.sendWelcome, { params: { id: driver.id } }),
      happened: counting(
        city,
        sql`select count(*)::int as count from mail_queue where user_id = ${driver.id} and template = 'welcome'`,
      ),
    }
  },
}

const restoring: CallStory = {
  endpoint: peopleApi.restore,
  points: ['restore-person.locked'],
  prepare: async (city) => {
    const [admin, driver] = [await city.person('admin'), await city.person('driver')]
    await sql`update users set deleted_at = clock_timestamp(), deleted_by = ${admin.id}
      where id = ${driver.id}`.execute(city.db.request)
    return {
      client: admin,
      act: makeAct(peopleApi.restore, { params: { id: driver.id } }),
      happened: audited(city, driver.id, 'restore'),
    }
  },
}

/** What the office does to people. */
export const peopleStories: readonly Story[] = [
  adding(peopleApi.add, { usertype: 'rider' }),
  adding(peopleApi.addDriver, {}),
  about(peopleApi.update, 'update', { lastName: 'Two' }),
  about(peopleApi.remove, 'delete', undefined, ['remove-person.locked']),
  restoring,
  about(peopleApi.approve, 'disapprove', { approved: false }),
  welcoming,
  erasing,
  about(peopleApi.suspend, 'suspend', { reason: 'Complaints', until: null }, ['suspend.before_commit']),
  about(peopleApi.unsuspend, 'unsuspend'),
  about(peopleApi.changeRole, 'role', { usertype: 'rider' }),
  about(personPartsApi.endSessions, 'end-sessions', {}),
  about(personPartsApi.addNote, 'note', { text: 'Called back' }),
].map(ofCall)

/** The open booking of a suspended rider ends, whether by the call or by the sweep after a crash [design/people-11]. */
export const leaverStory: Story = {
  name: 'sweep: bookings of people who left',
  points: locked('person-left'),
  scheduled: true,
  prepare: async (city) => {
    const { rider, id } = await city.ride('NEW')
    const admin = await city.person('admin')
    const happened = counting(
      city,
      sql`select count(*)::int as count from booking_events where booking_id = ${id} and move = 'cancel' and actor_kind = 'admin'`,
    )
    const go = () =>
      sql`update users set suspended_at = clock_timestamp(), suspension_reason = 'Complaints', suspended_by = ${admin.id}
        where id = ${rider.id}`.execute(city.db.request)
    const again = async () => {
      await untilOnce(happened)
      // What the rider was answered before is asked again at the end of the run.
      await sql`update users set suspended_at = null, suspension_reason = null, suspended_by = null
        where id = ${rider.id}`.execute(city.db.request)
    }
    return { go, again, happened }
  },
}

/** Closes the reservation of a disapproved driver and alerts admins [design/dispatch-78]. */
export const reservationStory: Story = {
  name: 'sweep: reservations of drivers who left',
  points: ['driver-left.before_commit'],
  scheduled: true,
  prepare: async (city) => {
    const [id, driver] = [await bookLater(city), await city.person('driver')]
    await sql`insert into offers (id, booking_id, driver_id, kind, offered_at, expires_at, pickup_distance)
      select gen_random_uuid(), id, ${driver.id}, 'assign', release_at, tripdate, 0 from bookings
      where id = ${id}`.execute(city.db.request)
    const approve = (approved: boolean) =>
      sql`update users set approved = ${approved} where id = ${driver.id}`.execute(city.db.request)
    const happened = counting(
      city,
      sql`select count(*)::int as count from offers join unassigned_alerts using (booking_id)
        where booking_id = ${id} and driver_id = ${driver.id} and outcome = 'closed'`,
    )
    const again = async () => {
      await untilOnce(happened)
      await approve(true)
    }
    return { go: () => approve(false), again, happened }
  },
}
