import type { Me } from '@remis/domain/accounts/accounts-api'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionBegan, sessionEnded, sessionOver, sessionQuery } from '../platform/api/session.ts'
import { chosenPlace, cleared, draftFor, draftFrom, emptyDraft, loadDraft, saveDraft } from './booking-draft.ts'

const place = { lat: -34.9, lng: -56.16, add: '18 de Julio 1234' }

test('reads back a stored draft', () => {
  const draft = {
    pickup: place,
    drop: null,
    carType: 'c',
    later: true,
    tripdate: 1_790_000_000_000,
    goOn: true,
    promo: 'HOLA10',
    mode: 'wallet' as const,
    owner: 'r1',
  }
  expect(draftFrom(JSON.stringify(draft))).toEqual(draft)
})

test('leaves out invalid fields', () => {
  expect(draftFrom(null)).toEqual(emptyDraft)
  expect(draftFrom('{')).toEqual(emptyDraft)
  expect(draftFrom('7')).toEqual(emptyDraft)
  expect(
    draftFrom(
      JSON.stringify({
        pickup: { ...place, lat: 91 },
        drop: { lat: 1 },
        carType: 3,
        later: 1,
        tripdate: 'soon',
        goOn: 'yes',
        owner: 7,
      }),
    ),
  ).toEqual(emptyDraft)
})

test('clearing puts the drop at the pickup without an address, and no car type is chosen [booking-31]', () => {
  const draft = { ...emptyDraft, pickup: place, drop: { lat: -34.8, lng: -56.1, add: 'Far' }, carType: 'c', promo: 'P' }
  const { pickup, drop, carType, promo } = cleared(draft)
  expect({ pickup, drop, carType, promo }).toEqual({
    pickup: place,
    drop: { lat: place.lat, lng: place.lng, add: '' },
    carType: null,
    promo: null,
  })
  // it is no place to book to
  expect(chosenPlace(drop)).toBeNull()
  expect(chosenPlace(draftFrom(JSON.stringify(cleared(draft))).drop)).toBeNull()
  expect(cleared(emptyDraft).drop).toBeNull()
  expect(chosenPlace(place)).toBe(place)
})

describe('the stored draft belongs to a person [design/web-127]', () => {
  const person = (id: string) => ({ id, usertype: 'rider', approved: true }) as Me
  const draft = { ...emptyDraft, pickup: place, goOn: true }

  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    queryClient.setQueryData(sessionQuery.queryKey, null)
    return () => {
      vi.unstubAllGlobals()
      queryClient.clear()
    }
  })

  test('is gone after the person has signed out', () => {
    sessionBegan(person('r1'))
    saveDraft(draft)
    expect(loadDraft()).toEqual({ ...draft, owner: 'r1' })
    sessionEnded()
    expect(loadDraft()).toEqual(emptyDraft)
  })

  test('stays when the session expires, for its person alone', () => {
    sessionBegan(person('r1'))
    saveDraft(draft)
    sessionOver()
    expect(loadDraft().pickup).toEqual(place)
    sessionBegan(person('r1'))
    expect(loadDraft().goOn).toBe(true)
    sessionOver()
    sessionBegan(person('r2'))
    expect(loadDraft()).toEqual(emptyDraft)
    // it was deleted, not hidden
    sessionOver()
    expect(loadDraft()).toEqual(emptyDraft)
  })

  test('is hidden from a person whose session began in another tab', () => {
    queryClient.setQueryData(sessionQuery.queryKey, person('r1'))
    const saved = saveDraft(draft)
    queryClient.setQueryData(sessionQuery.queryKey, person('r2'))
    expect(loadDraft()).toEqual(emptyDraft)
    // what the open form holds in memory is hidden too
    expect(draftFor('r2', saved)).toEqual(emptyDraft)
    expect(draftFor(null, saved)).toBe(saved)
  })

  test('is kept when its visitor signs in, and deleted when that person signs out', () => {
    saveDraft(draft)
    // a password reset ends sessions of this browser
    sessionEnded()
    expect(loadDraft().goOn).toBe(true)
    sessionBegan(person('r1'))
    expect(loadDraft()).toEqual({ ...draft, owner: 'r1' })
    sessionEnded()
    expect(loadDraft()).toEqual(emptyDraft)
  })
})
