import type { Fix } from '@remis/domain/tracking/tracking-api'
import { expect, it } from 'vitest'
import { makePositionFeed } from './position-feed.ts'

const place = (lat: number) => ({ lat, lng: -56, heading: 0 })
const settled = () => new Promise((done) => setTimeout(done, 0))

const server = () => {
  const seen: (readonly Fix[])[] = []
  let up = true
  return {
    seen,
    fail: (down: boolean) => (up = !down),
    send: async (fixes: readonly Fix[]) => {
      if (!up) throw new Error('no link')
      seen.push(fixes)
      return { lastSeq: fixes.at(-1)?.seq ?? 0 }
    },
  }
}

it('continues the server’s numbers and drops acknowledged fixes', async () => {
  const { send, seen } = server()
  const feed = makePositionFeed(send, 7)
  feed.push(place(1), 1000, false)
  await settled()
  feed.push(place(2), 2000, false)
  await settled()
  expect(seen.map((batch) => batch.map((fix) => [fix.seq, fix.at, fix.lat]))).toEqual([[[7, 1000, 1]], [[8, 2000, 2]]])
  expect(feed.unsent()).toEqual([])
  expect(feed.last()).toEqual(place(2))
})

it('keeps all fixes of a trip over a lost link, and only the newest otherwise', async () => {
  const { send, seen, fail } = server()
  const feed = makePositionFeed(send, 0)
  fail(true)
  for (const lat of [1, 2, 3]) {
    feed.push(place(lat), lat, true)
    await settled()
  }
  expect(feed.unsent().map((fix) => fix.lat)).toEqual([1, 2, 3])
  fail(false)
  feed.push(place(4), 4, true)
  await settled()
  expect(seen[0]?.map((fix) => fix.seq)).toEqual([0, 1, 2, 3])
  fail(true)
  feed.push(place(5), 5, false)
  await settled()
  feed.push(place(6), 6, false)
  expect(feed.unsent().map((fix) => fix.lat)).toEqual([6])
})

it('keeps at most 400 fixes, with the first and the last', async () => {
  const { send, fail } = server()
  const feed = makePositionFeed(send, 0)
  fail(true)
  for (let lat = 0; lat < 2000; lat++) feed.push(place(lat), lat, true)
  await settled()
  const left = feed.unsent()
  expect(left.length).toBeLessThanOrEqual(400)
  expect(left[0]?.lat).toBe(0)
  expect(left.at(-1)?.lat).toBe(1999)
  expect(left.every((fix, i) => i === 0 || fix.seq > (left[i - 1]?.seq ?? 0))).toBe(true)
})

it('skips numbers that another device has used', async () => {
  const seen: number[] = []
  const feed = makePositionFeed(async (fixes) => {
    seen.push(...fixes.map((fix) => fix.seq))
    return { lastSeq: 100 }
  }, 3)
  feed.push(place(1), 1, false)
  await settled()
  feed.push(place(2), 2, false)
  await settled()
  expect(seen).toEqual([3, 101])
})
