import { expect, test } from 'vitest'
import { outsideLink, profileLink } from './outside-link.ts'

test.each([
  ['https://apps.example.org/remis', 'https://apps.example.org/remis'],
  ['http://apps.example.org/remis', 'http://apps.example.org/remis'],
  [' HTTP://example.org ', 'HTTP://example.org'],
  ['', null],
  ['javascript:alert(1)', null],
  ['http://', null],
  ['http://exa mple', null],
  ['apps.example.org', null],
])('store link %j → %j', (given, link) => expect(outsideLink(given)).toBe(link))

test.each([
  ['remis', 'https://www.facebook.com/remis'],
  ['@remis', 'https://www.facebook.com/remis'],
  ['https://www.facebook.com/remis', 'https://www.facebook.com/remis'],
  ['http://facebook.com/remis', 'http://facebook.com/remis'],
  ['facebook.com/remis', 'https://facebook.com/remis'],
  ['www.facebook.com/remis', 'https://www.facebook.com/remis'],
  ['javascript:alert(1)', 'https://www.facebook.com/javascript%3Aalert(1)'],
  ['../other', 'https://www.facebook.com/..%2Fother'],
])('handle %j → %j', (handle, link) => expect(profileLink('https://www.facebook.com/', handle)).toBe(link))
