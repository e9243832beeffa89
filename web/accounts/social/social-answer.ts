import { socialReturnPath, type SocialName } from '@remis/domain/accounts/social/social-routes'

/** What a provider sent the browser back with. */
export interface SocialReturn {
  readonly provider: SocialName
  readonly code: string
  readonly state: string
  readonly firstName?: string
  readonly lastName?: string
}

interface Address {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** Apple tells the page the name, the first time. It is not signed: the person may call themselves as they like. */
const nameIn = (user: string | null): Pick<SocialReturn, 'firstName' | 'lastName'> => {
  try {
    const { name } = JSON.parse(user ?? '') as { name?: Readonly<Record<string, unknown>> }
    const part = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
    return { firstName: part(name?.['firstName']), lastName: part(name?.['lastName']) }
  } catch {
    return {}
  }
}

/** The answer in an address: Facebook's in the query, Apple's behind `#`. undefined: there is none, or it is a refusal. */
export const readAnswer = ({ pathname, search, hash }: Address): SocialReturn | undefined => {
  const provider = pathname === socialReturnPath('apple') ? 'apple' : 'facebook'
  const given = new URLSearchParams(provider === 'apple' ? hash.slice(1) : search)
  const code = given.get('code') ?? ''
  const state = given.get('state') ?? ''
  if (code === '' || state === '') return undefined
  return { provider, code, state, ...(provider === 'apple' ? nameIn(given.get('user')) : {}) }
}

/** Reads the answer once. The code leaves the address, so that it does not stay in the browser's history. */
export const takeAnswer = (): SocialReturn | undefined => {
  const answer = readAnswer(window.location)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return answer
}

const storage = 'remis.social-next'

/** Keeps the page to continue at while the browser is at the provider. */
export const keepNext = (next: string | undefined): void => {
  try {
    if (next === undefined) sessionStorage.removeItem(storage)
    else sessionStorage.setItem(storage, next)
  } catch {
    // no storage: the home page of the role
  }
}

export const takeNext = (): string | undefined => {
  try {
    const next = sessionStorage.getItem(storage) ?? undefined
    sessionStorage.removeItem(storage)
    return next
  } catch {
    return undefined
  }
}
