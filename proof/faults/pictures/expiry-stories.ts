import { existsSync, mkdirSync, renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { chatApi } from '@remis/domain/chat/chat-api'
import { partsAt } from '@remis/server/files/sweep-files'
import { diskStorage } from '@remis/server/providers/storage/disk-storage'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { CrashCity, Ride } from '../crash-city.ts'
import { endedBefore } from '../own-stories.ts'
import { counting, nothing, untilOnce, type Story } from '../story.ts'
import { sendPicture } from './send-picture.ts'

/** Chats are kept for 90 days. */
const hoursAfter = 91 * 24

const sendPhoto = (city: CrashCity, { rider, id }: Ride) => sendPicture(city, rider, `/api/chats/${id}/photos`)

/** A chat past its time goes with all its messages, and its photo becomes loose [design/chat-10]. */
const chatStory: Story = {
  name: 'sweep: chats past their time',
  points: ['chat.expired'],
  scheduled: true,
  prepare: async (city) => {
    const ride = await city.ride('PAID')
    const { rider, driver, id } = ride
    const photo = await sendPhoto(city, ride)
    const params = { id }
    await rider.call(chatApi.send, { params, body: { clientId: randomUUID(), type: 'photo', message: '', photo } })
    await driver.call(chatApi.send, { params, body: { clientId: randomUUID(), type: 'text', message: 'Seen' } })
    const happened = counting(
      city,
      sql`select count(*)::int as count from files where id = ${photo} and loose_since is not null
        and not exists (select from chats where booking_id = ${id})
        and not exists (select from chat_messages where booking_id = ${id})
        and not exists (select from chat_sides where booking_id = ${id})`,
    )
    return {
      due: async () => {
        await endedBefore(city, id, hoursAfter)
        await sql`update chats set created_at = created_at - ${hoursAfter} * interval '1 hour'
          where booking_id = ${id}`.execute(city.db.request)
      },
      go: nothing,
      again: () => untilOnce(happened),
      happened,
    }
  },
}

/**
 * A photo that no message uses loses its row, then its bytes; bytes that a crash left between the two are found by the
 * sweep of the storage [design/files-5].
 */
const photoStory = (dataDir: () => string): Story => ({
  name: 'sweep: photos without a message',
  points: ['files.deleted'],
  scheduled: true,
  prepare: async (city) => {
    const photo = await sendPhoto(city, await city.ride('ACCEPTED'))
    const folder = join(dataDir(), 'files')
    // where the sweep of the storage looks for the next ten minutes
    const part = partsAt(diskStorage(folder).parts, Date.now()).at(-1) ?? ''
    const name = part + randomUUID().replaceAll('-', '').slice(2)
    const path = join(folder, part, name)
    const rows = counting(city, sql`select count(*)::int as count from files where id = ${photo}`)
    const happened = async () => ((await rows()) === 0 && !existsSync(path) ? 1 : 0)
    return {
      due: async () => {
        const { name: stored } = await city.db.request
          .selectFrom('files')
          .select('name')
          .where('id', '=', photo)
          .executeTakeFirstOrThrow()
        mkdirSync(join(folder, part), { recursive: true })
        renameSync(join(folder, stored.slice(0, 2), stored), path)
        // both as old as a day and an hour later
        const old = new Date(Date.now() - 25 * 3_600_000)
        utimesSync(path, old, old)
        await sql`update files set name = ${name}, loose_since = ${old} where id = ${photo}`.execute(city.db.request)
      },
      go: nothing,
      again: () => untilOnce(happened),
      happened,
    }
  },
})

/** What is deleted when its time is over. `dataDir`: of the server */
export const expiryStories = (dataDir: () => string): readonly Story[] => [chatStory, photoStory(dataDir)]
