import { linkStatePrefix, socialReturnPath, type SocialName } from '@remis/domain/accounts/social/social-routes'

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

const providerAt = ({ pathname }: Address): SocialName =>
  pathname === socialReturnPath('apple') ? 'apple' : 'facebook'
const fieldsAt = (address: Address) =>
  new URLSearchParams(providerAt(address) === 'apple' ? address.hash.slice(1) : address.search)

/** Whether a signed-in person wanted to add a way to sign in; the server checks by which session. */
export const isLinking = (address: Address): boolean =>
  fieldsAt(address).get('state')?.startsWith(linkStatePrefix) === true

/**
 * The answer in an address: Facebook's in the query, Apple's behind `#`. undefined: there is none, or it is a refusal.
 */
export const readAnswer = (address: Address): SocialReturn | undefined => {
  const provider = providerAt(address)
  const given = fieldsAt(address)
  const code = given.get('code') ?? ''
  const state = given.get('state') ?? ''
  if (code === '' || state === '') return undefined
  return { provider, code, state, ...(provider === 'apple' ? nameIn(given.get('user')) : {}) }
}

/** Reads the answer once. The code leaves the address, so that it does not stay in the browser's history. */
export const takeAnswer = (): { readonly answer: SocialReturn | undefined; readonly linking: boolean } => {
  const taken = { answer: readAnswer(window.location), linking: isLinking(window.location) }
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return taken
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
