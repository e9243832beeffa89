import { expect, it } from 'vitest'
import type { StreamEvent } from './event-stream.ts'
import { LiveRooms, type Listener } from './live-rooms.ts'

const event = (seq: number, ...audience: string[]): StreamEvent => ({
  seq,
  kind: 'booking',
  subject: 'B',
  version: null,
  audience,
  at: 0,
})

const listenIn = (rooms: LiveRooms<Listener>, ...names: string[]) => {
  const heard: number[][] = []
  const listener = {
    rooms: new Set(names),
    push: (events: readonly StreamEvent[]) => void heard.push(events.map(({ seq }) => seq)),
  }
  rooms.enter(listener)
  return { heard, leave: () => rooms.leave(listener) }
}

it('gives each listener the events of its rooms, in order and each once', () => {
  const rooms = new LiveRooms<Listener>()
  const rider = listenIn(rooms, 'user:rider', 'role:rider')
  const fleet = listenIn(rooms, 'user:fleet', 'fleet:fleet')
  const other = listenIn(rooms, 'user:other', 'role:rider')
  rooms.tell([
    event(1, 'user:rider', 'user:fleet', 'fleet:fleet'),
    event(2, 'fleet:fleet', 'user:nobody'),
    event(3, 'role:rider', 'user:rider'),
  ])
  expect(rider.heard).toEqual([[1, 3]])
  expect(fleet.heard).toEqual([[1, 2]])
  expect(other.heard).toEqual([[3]])
})

it('tells those who have left nothing, and those who stay in the room all', () => {
  const rooms = new LiveRooms<Listener>()
  const [gone, stays] = [listenIn(rooms, 'user:one'), listenIn(rooms, 'user:one')]
  gone.leave()
  rooms.tell([event(1, 'user:one')])
  stays.leave()
  rooms.tell([event(2, 'user:one')])
  expect(gone.heard).toEqual([])
  expect(stays.heard).toEqual([[1]])
})

it('names everybody in some rooms, each once', () => {
  const rooms = new LiveRooms<Listener & { readonly name: string }>()
  const listener = (name: string, ...inside: string[]) => ({ name, rooms: new Set(inside), push: () => undefined })
  for (const one of [listener('rider', 'user:rider'), listener('boss', 'user:boss', 'role:admin')]) rooms.enter(one)
  const named = (...names: string[]) => [...rooms.inside(names)].map(({ name }) => name)
  expect(named('role:admin')).toEqual(['boss'])
  expect(named('user:rider', 'role:admin', 'user:boss')).toEqual(['rider', 'boss'])
  expect(named('role:driver')).toEqual([])
})
