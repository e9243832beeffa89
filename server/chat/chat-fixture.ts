import { chatApi, type ChatMessage } from '@remis/domain/chat/chat-api'
import { randomUUID } from 'node:crypto'
import { cityWithFilesFor } from '../testing/files/city-with-files.ts'
import { comeTo, drives, drop, tripCodeOf, type TestActor } from '../testing/test-city.ts'

interface Body {
  readonly clientId: string
  readonly type: 'text' | 'quick' | 'photo'
  readonly message: string
  readonly photo?: string
}

export const textMessage = (message: string): Body => ({ clientId: randomUUID(), type: 'text', message })

/** A message of this person; a text is sent with a new id. */
export const send = async (who: TestActor, id: string, body: string | Body): Promise<ChatMessage> =>
  (await who.call(chatApi.send, { params: { id }, body: typeof body === 'string' ? textMessage(body) : body })).message

export const openChat = (who: TestActor, id: string, before?: number) =>
  who.call(chatApi.messages, { params: { id }, query: before === undefined ? {} : { before } })

export const markChatAs = (who: TestActor, id: string, body: { delivered: number; read?: number }) =>
  who.call(chatApi.mark, { params: { id }, body })

export const unreadOf = async (who: TestActor) => (await who.call(chatApi.unread, {})).rows

/** A city with files for this test file, and accepted rides in it. */
export const chatCityFor = async (file: string) => {
  const made = await cityWithFilesFor(file)
  const { city } = made
  /** An accepted ride. */
  const ride = async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    await drives(driver, id).accept()
    return { rider, driver, id }
  }
  const driveToEnd = async ({ rider, driver, id }: Awaited<ReturnType<typeof ride>>) => {
    const drive = drives(driver, id)
    await drive.arriveThere()
    await drive.start(await tripCodeOf(rider, id))
    await comeTo(driver, drop)
    await drive.reach()
    await drive.receiveCash()
  }
  return { ...made, ride, driveToEnd }
}
