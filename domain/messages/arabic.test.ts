import { expect, it } from 'vitest'
import { noticeTexts } from '../notices/notice-texts.ts'
import { arabicNoticeTexts } from '../notices/notice-texts-arabic.ts'
import { arabicMessages } from './arabic.ts'
import { messages } from './english.ts'

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted((a, b) => a.localeCompare(b))

it('has an Arabic text for every message and no other', () => {
  expect(Object.keys(arabicMessages).toSorted()).toEqual(Object.keys(messages).toSorted())
})

it.each(Object.entries(arabicMessages))('%s is written in Arabic letters', (_key, text) => {
  expect(text).toMatch(/\p{Script=Arabic}/u)
})

it.each(Object.entries(noticeTexts))('%s keeps its parameters in Arabic', (key, english) => {
  const arabic = arabicNoticeTexts[key as keyof typeof noticeTexts]
  expect(arabic).toMatch(/\p{Script=Arabic}/u)
  expect(placeholders(arabic)).toEqual(placeholders(english))
})
