import { guestLinksApi, type ListedLink } from '@remis/domain/guest-links/guest-links-api'
import { sql } from 'kysely'
import type { Client } from '../../api-client.ts'
import { nameOf, pointsOf } from '../call-stories.ts'
import type { CrashCity } from '../crash-city.ts'
import { counting, type Story } from '../story.ts'

const links = async (client: Client, id: string): Promise<readonly ListedLink[]> =>
  (await client.call(guestLinksApi.list, { params: { id } })).rows

/** The status that the holder of the link sees, or the key of the refusal. */
const follow = (client: Client, token: string): Promise<string> =>
  client.call(guestLinksApi.follow, { body: { token } }).then(
    ({ status }) => status,
    (error: { key?: string }) => error.key ?? 'no answer',
  )

/** Links of the booking with their row in the audit log, since an admin makes and ends them. */
const audited = (city: CrashCity, id: string, action: 'link.create' | 'link.end') =>
  counting(
    city,
    sql`select count(*)::int as count from guest_links l join audit_log a
      on a.subject = 'booking:' || l.booking_id and a.action = ${action} and a.data ->> 'link' = l.id::text
      where l.booking_id = ${id} and (l.ended_at is not null) = ${action === 'link.end'}`,
  )

/** A call without a key: a caller without an answer reads the list of links before making another one. */
const adding: Story = {
  name: nameOf(guestLinksApi.add),
  points: pointsOf(guestLinksApi.add),
  prepare: async (city) => {
    const [admin, { id }] = [await city.person('admin'), await city.ride('STARTED')]
    const add = () => admin.call(guestLinksApi.add, { params: { id }, body: {} })
    return {
      go: add,
      again: async () => {
        if ((await links(admin, id)).length === 0) await add()
        const [link] = await links(admin, id)
        // a link that is stored opens: its token is the same on a server that was started again
        const shows = await follow(admin, link?.token ?? '')
        if (shows !== 'STARTED') throw new Error(`the link shows ${shows}`)
        return link?.id
      },
      happened: audited(city, id, 'link.create'),
    }
  },
}

const ending: Story = {
  name: nameOf(guestLinksApi.end),
  points: pointsOf(guestLinksApi.end),
  prepare: async (city) => {
    const [admin, { id }] = [await city.person('admin'), await city.ride('STARTED')]
    const link = await admin.call(guestLinksApi.add, { params: { id }, body: {} })
    const end = () => admin.call(guestLinksApi.end, { params: { id }, body: { link: link.id } })
    return {
      go: end,
      again: async () => {
        // 404 for a link that has ended
        if ((await links(admin, id)).length > 0) await end()
        const shows = await follow(admin, link.token)
        if (shows !== 'link_ended') throw new Error(`an ended link shows ${shows}`)
        return shows
      },
      happened: audited(city, id, 'link.end'),
    }
  },
}

/** Links by which others follow a ride [design/access-100]. */
export const linkStories: readonly Story[] = [adding, ending]
