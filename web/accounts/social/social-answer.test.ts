import { expect, test } from 'vitest'
import { isLinking, readAnswer } from './social-answer.ts'

const at = (address: string) => readAnswer(new URL(address, 'https://ride.example'))

test('the answer of Facebook is in the query, that of Apple behind # with the name [design/accounts-106]', () => {
  expect(at('/sign-in/facebook?code=AQ%3D&state=a.b.c.d#_=_')).toEqual({
    provider: 'facebook',
    code: 'AQ=',
    state: 'a.b.c.d',
  })
  const user = encodeURIComponent(JSON.stringify({ name: { firstName: 'Ana', lastName: 7 }, email: 'x' }))
  expect(at(`/sign-in/apple#code=c&state=s&user=${user}`)).toEqual({
    provider: 'apple',
    code: 'c',
    state: 's',
    firstName: 'Ana',
    lastName: '',
  })
})

test('a refusal, a broken name or an answer in the wrong place signs no one in', () => {
  expect(at('/sign-in/facebook?error=access_denied&state=s')).toBeUndefined()
  expect(at('/sign-in/facebook#code=c&state=s')).toBeUndefined()
  expect(at('/sign-in/apple?code=c&state=s')).toBeUndefined()
  expect(at('/sign-in/apple#code=c')).toBeUndefined()
  expect(at('/sign-in/apple#code=c&state=s&user=%7B')).toEqual({ provider: 'apple', code: 'c', state: 's' })
})

test('the state says whether a way to sign in is added, also in a refusal [design/accounts-167]', () => {
  const linking = (address: string) => isLinking(new URL(address, 'https://ride.example'))
  expect(linking('/sign-in/facebook?code=c&state=link-facebook.a.b.c')).toBe(true)
  expect(linking('/sign-in/apple#error=user_cancelled_authorize&state=link-apple.a.b.c')).toBe(true)
  expect(linking('/sign-in/facebook?code=c&state=facebook.a.b.c')).toBe(false)
  expect(linking('/sign-in/apple?state=link-apple.a.b.c')).toBe(false)
})
