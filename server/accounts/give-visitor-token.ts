import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { makeVisitorToken } from '../platform/sessions/visitor-token.ts'

/** A visitor's anonymous token, without a row; the flood limit counts by address [design/api-24]. */
export const giveVisitorToken: UseCase<Platform, typeof accountsApi.visitorToken> = async ({ config, secret }) =>
  makeVisitorToken(secret, config.limits.visitorTokenSeconds, Date.now())
