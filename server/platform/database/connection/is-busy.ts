import pg from 'pg'

/** SQLSTATEs worth a retry: timeouts, no connections, space or memory left, a stopping database, a lost connection. */
const BUSY = new Set([
  '55P03',
  '57014',
  // no space left, no memory left
  '53100',
  '53200',
  '53300',
  '53400',
  '57P01',
  '57P02',
  '57P03',
  '40001',
  '40P01',
  '25P03',
  '25P04',
])
const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
/** System calls that fail when a killed backend closes the connection. */
const WIRE = new Set(['connect', 'read', 'write'])
const LOST_MESSAGE =
  /Client was closed and is not queryable|timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after calling end|Client has encountered a connection error|driver has already been destroyed/

/** Whether this is a temporary database error, so that a retry may succeed. */
export const isBusy = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return BUSY.has(error.code ?? '') || (error.code ?? '').startsWith('08')
  // a name with several addresses, such as localhost
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isBusy)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  return LOST_MESSAGE.test(error.message) || (WIRE.has(syscall ?? '') && LOST.has(code ?? ''))
}
