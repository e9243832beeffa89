import { describe, expect, it } from 'vitest'
import { makeLookups, textOver } from './typed-place.ts'

const [home, work] = [
  { lat: -34.9, lng: -56.16, add: '18 de Julio 1234' },
  { lat: -34.8, lng: -56.1, add: 'Paysandú 1563' },
]

describe('the text of a place field [design/web-130]', () => {
  it('is what is typed while the chosen place stays', () => {
    expect(textOver({ text: 'pay', over: home }, { ...home })).toBe('pay')
    expect(textOver({ text: '', over: home }, home)).toBe('')
    expect(textOver({ text: 'pay', over: null }, null)).toBe('pay')
    expect(textOver(null, home)).toBeNull()
  })

  it('is the place that another press put there: Swap, a saved ride', () => {
    expect(textOver({ text: 'pay', over: null }, home)).toBeNull()
    expect(textOver({ text: 'pay', over: home }, work)).toBeNull()
    expect(textOver({ text: 'pay', over: home }, null)).toBeNull()
    expect(textOver({ text: 'pay', over: home }, { ...home, add: 'Home' })).toBeNull()
  })

  it('typed before the app was loaded stays over a stored draft [design/web-8]', () => {
    expect(textOver({ text: 'pay', over: undefined }, home)).toBe('pay')
  })
})

it('an answer that comes after a later choice, as that of "Use my location", is not wanted [design/web-130]', () => {
  const lookups = makeLookups()
  const ownPlace = lookups.begin()
  expect(ownPlace()).toBe(true)
  const suggestion = lookups.begin()
  expect([ownPlace(), suggestion()]).toEqual([false, true])
  lookups.drop()
  expect(suggestion()).toBe(false)
})
