import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { makeVisitorToken } from '../platform/sessions/visitor-token.ts'

/** design §4: an anonymous token without a row; the flood limit of its class counts by address. */
export const giveVisitorToken: UseCase<Platform, typeof accountsApi.visitorToken> = async ({ config, secret }) =>
  makeVisitorToken(secret, config.limits.visitorTokenSeconds, Date.now())
