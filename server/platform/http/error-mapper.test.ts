import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { mapError } from './error-mapper.ts'

const databaseError = (code: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('no', 0, 'error'), { code })

describe('temporary failures of the database', () => {
  it.each([
    ['55P03', 'a lock timeout'],
    ['57P01', 'a server that shuts down'],
    ['57P03', 'a server that recovers'],
    ['53300', 'no connection left'],
    ['53100', 'a full disk'],
    ['08006', 'a lost connection'],
  ])('%s, %s, is 503 with Retry-After', (code) => {
    expect(mapError(databaseError(code))).toMatchObject({ status: 503, retryAfter: 1, unknown: false })
  })

  it.each([
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Client was closed and is not queryable'),
  ])('a connection of a killed backend (%s) is 503 too', (error) => {
    expect(mapError(error)).toMatchObject({ status: 503, retryAfter: 1, unknown: false })
  })

  it('a bug is 500 and logged', () => {
    expect(mapError(databaseError('23505'))).toMatchObject({ status: 500, unknown: true })
  })
})
