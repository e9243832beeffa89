import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { chatCityFor, send } from '../../chat/chat-fixture.ts'
import { examplePicture } from '../../testing/files/city-with-files.ts'
import { erasePerson } from './erasure-store.ts'

const { db, upload, ride, driveToEnd } = await chatCityFor(import.meta.url)

it('a chat is deleted with the account of either person, photos of both sides too [design/chat-10]', async () => {
  const trips = [await ride(), await ride()]
  for (const [place, trip] of trips.entries()) {
    const { rider, driver, id } = trip
    const photos = await Promise.all(
      [rider, driver].map(async (who) => {
        const photo = await upload(who, `/api/chats/${id}/photos`, await examplePicture().jpeg().toBuffer())
        await send(who, id, { clientId: randomUUID(), type: 'photo', message: 'Quetzal', photo: photo.id })
        return photo.id
      }),
    )
    await driveToEnd(trip)
    const leaving = place === 0 ? rider : driver
    await db.transact((tx) => erasePerson(tx, leaving.id))
    for (const table of ['chats', 'chat_sides', 'chat_messages'] as const)
      expect(await db.request.selectFrom(table).selectAll().where('booking_id', '=', id).execute()).toEqual([])
    const left = await db.request
      .selectFrom('files')
      .select(['owner_id', 'loose_since'])
      .where('id', 'in', photos)
      .execute()
    expect(left.map(({ owner_id, loose_since }) => [owner_id, loose_since !== null])).toEqual([
      [place === 0 ? driver.id : rider.id, true],
    ])
  }
})
