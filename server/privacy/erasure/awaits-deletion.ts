import { sql } from 'kysely'

/**
 * Of the row `d` of account_deletions: its person has signed in since, which cancels it. All their sessions ended with
 * the request, so a live session or a newer one is a sign-in. Every way to sign in makes a session.
 */
export const signedInSince = sql<boolean>`exists (select 1 from sessions s where s.user_id = d.user_id
  and (s.revoked_at is null or s.created_at > d.asked_at))`

/** Of the row `user`: the deletion of the account is due later [design/privacy-10]. */
export const awaitsDeletion = (user: string) => sql<boolean>`exists (select 1 from account_deletions d
  where d.user_id = ${sql.ref(`${user}.id`)} and d.cancelled_at is null and d.done_at is null and not ${signedInSince})`
