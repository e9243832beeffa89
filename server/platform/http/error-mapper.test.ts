import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { mapError } from './error-mapper.ts'

const databaseError = (code: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('no', 0, 'error'), { code })

describe('trouble of the database that passes', () => {
  it.each([
    ['55P03', 'a lock that was not had in time'],
    ['57P01', 'a server that shuts down'],
    ['57P03', 'a server that recovers'],
    ['53300', 'no connection left'],
    ['53100', 'a full disk, until somebody makes room'],
    ['08006', 'a lost connection'],
  ])('%s, %s, is 503 with Retry-After', (code) => {
    expect(mapError(databaseError(code))).toMatchObject({ status: 503, retryAfter: 1, unknown: false })
  })

  it.each([
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Client was closed and is not queryable'),
  ])('a connection whose backend was killed (%s) is 503 too', (error) => {
    expect(mapError(error)).toMatchObject({ status: 503, retryAfter: 1, unknown: false })
  })

  it('a mistake of ours is not: 500 and logged', () => {
    expect(mapError(databaseError('23505'))).toMatchObject({ status: 500, unknown: true })
  })
})
