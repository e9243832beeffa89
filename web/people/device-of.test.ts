import { expect, test } from 'vitest'
import { deviceOf } from './device-of.ts'

test('deviceOf names browser and system', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1'
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0'
  expect([chrome, safari, edge, 'curl/8.5', ''].map(deviceOf)).toEqual([
    'Chrome · Android',
    'Safari · iPhone',
    'Edge · Windows',
    null,
    null,
  ])
})
