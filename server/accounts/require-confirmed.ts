import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import type { Person, Platform } from '../platform/http/use-case.ts'
import { isConfirmed } from '../platform/sessions/sessions.ts'

/**
 * 403 `confirm_password` unless the password was given in this session within the last five minutes [design/money-46].
 */
export const requireConfirmed = async (
  { config }: Pick<Platform, 'config'>,
  db: Kysely<Tables>,
  { sessionId }: Person,
): Promise<void> => {
  if (!(await isConfirmed(db, sessionId, config.limits.session.confirmSeconds)))
    throw new AppError(403, 'confirm_password')
}
