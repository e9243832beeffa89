import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const wire = vi.hoisted(() => {
  const runs = new Map<string, (argument?: unknown) => void>()
  return {
    runs,
    connects: 0,
    fire: (name: string, argument?: unknown) => runs.get(name)?.(argument),
  }
})
vi.mock('socket.io-client', () => {
  const socket = {
    connected: false,
    active: true,
    on: (name: string, run: () => void) => {
      const before = wire.runs.get(name)
      wire.runs.set(name, (argument) => {
        before?.(argument)
        ;(run as (argument: unknown) => void)(argument)
      })
    },
    connect: () => {
      wire.connects++
      return socket
    },
    disconnect: () => socket,
    close: () => undefined,
  }
  return { io: () => socket }
})
const { connectSocket } = await import('./transport.ts')

/** A page that the test hides and shows. */
const newPage = (visibilityState: DocumentVisibilityState) => {
  const listeners = new Set<() => void>()
  return {
    visibilityState,
    addEventListener: (_: string, run: () => void) => void listeners.add(run),
    removeEventListener: (_: string, run: () => void) => void listeners.delete(run),
    become(next: DocumentVisibilityState) {
      this.visibilityState = next
      for (const run of listeners) run()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  wire.runs.clear()
  wire.connects = 0
})
afterEach(() => void vi.useRealTimers())

const opened = (visibility: DocumentVisibilityState) => {
  const page = newPage(visibility)
  const transport = connectSocket(() => ({ mark: null }), page)
  transport.onDown(() => undefined)
  const end = (displaced: boolean) => {
    if (displaced) wire.fire('displaced')
    wire.fire('disconnect', 'io server disconnect')
  }
  return { page, transport, end }
}

describe('a link closed by the server [design/live-69]', () => {
  it('reconnects after a few seconds', () => {
    const { end } = opened('hidden')
    end(false)
    vi.advanceTimersByTime(1900)
    expect(wire.connects).toBe(0)
    vi.advanceTimersByTime(4200)
    expect(wire.connects).toBe(1)
  })

  it('displaced by a newer one, reconnects later on a visible page', () => {
    const { end } = opened('visible')
    end(true)
    expect(wire.connects).toBe(0)
    vi.advanceTimersByTime(6100)
    expect(wire.connects).toBe(1)
  })

  it('displaced by a newer one, stays closed on a hidden page until it is visible', () => {
    const { page, transport, end } = opened('hidden')
    end(true)
    vi.advanceTimersByTime(600_000)
    transport.connect()
    expect(wire.connects).toBe(0)
    page.become('visible')
    expect(wire.connects).toBe(1)
    // the next end has another cause
    page.become('hidden')
    page.become('visible')
    expect(wire.connects).toBe(1)
    page.become('hidden')
    end(false)
    vi.advanceTimersByTime(6100)
    expect(wire.connects).toBe(2)
  })

  it('displaced by a newer one, does not reconnect after the page closed it', () => {
    const { page, transport, end } = opened('hidden')
    end(true)
    transport.close()
    page.become('visible')
    vi.advanceTimersByTime(6100)
    expect(wire.connects).toBe(0)
  })
})
