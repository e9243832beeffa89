import { expect, test } from 'vitest'
import type { WayToWrite } from '../../../atlas/osm/write-pbf.ts'
import { columnOf, gridNodes, openMadeUpRegion, rowOf } from './testing/made-up-region.ts'

/** A street for each language, and what people type for it; a number at the end asks for the house. */
const streets: Readonly<Record<string, readonly string[]>> = {
  'شارع الملك فهد': ['الملك فهد', 'شارع الملك', 'شارع الملك فهد 12', 'الملك فهد ١٢'],
  'خیابان ولیعصر': ['ولیعصر', 'وليعصر', 'خیابان ولیعصر ۱۲'],
  'רחוב דיזנגוף': ['דיזנגוף', 'דיזנגוף 12', 'רח׳ דיזנגוף'],
  'רחוב תל־חי': ['תל חי', 'תל־חי 12', 'תל-חי', 'רחוב תל חי 12'],
  'רחוב של״ה': ['שלה', 'של״ה 12', 'של"ה', 'רח׳ של"ה 12'],
  'улица Ленина': ['ленина', 'ул ленина 12', 'ул. Ленина, 12', 'Ленин'],
  'вулиця Хрещатик': ['хрещатик 12', 'вул. Хрещатик'],
  'Λεωφόρος Κηφισίας': ['κηφισιας', 'Λεωφ. Κηφισίας 12', 'ΚΗΦΙΣΙΑΣ 12'],
  人民路: ['人民', '人民路12号', '人民路12', '人民路 12', '人民路１２號'],
  桜通り: ['桜通', '桜通り12', '桜通り 12番', '桜通り12番地'],
  세종대로: ['세종', '세종대로 12', '세종대로12', '세종대로 12번지'],
  ถนนสุขุมวิท: ['สุขุมวิท', 'ถ.สุขุมวิท 12', 'สุขุมวิท 12'],
  'महात्मा गांधी मार्ग': ['गांधी मार्ग', 'महात्मा गांधी मार्ग १२', 'महात्मा गाँधी'],
  'İstiklal Caddesi': ['istiklal', 'istiklal cad 12', 'ISTIKLAL', 'İSTİKLAL CD. 12'],
  'Đường Nguyễn Huệ': ['nguyen hue', 'Nguyễn Huệ 12', 'đ. nguyễn huệ'],
  'Große Straße': ['grosse str 12', 'Große Strasse', 'grosse strasse 12'],
  'ulica Łąkowa': ['lakowa 12', 'ul. Łąkowa', 'łąkowa 12'],
  'Rue de l’Église': ['rue eglise', "rue de l'eglise 12", 'RUE DE L’ÉGLISE'],
  'улица Роз': ['роз', 'рзо', 'ул рос 12'],
  'شارع النور': ['النور', 'النرو', 'شارع نرو', 'نوز', 'شارع النور ١٢', 'النور 12'],
  'নজরুল সড়ক': ['নজরুল', 'নজরুল সড়ক ১২', 'নজরুল সড়ক 12'],
  'خیابان انقلاب': ['انقلاب ۱۲', 'انقلاب 12'],
  'רחוב גיל': ['גיל', 'רחוב גלי', 'גול'],
  'राम मार्ग': ['राम', 'रमा', 'मार्ग रामा', 'राम मार्ग १२', 'राम मार्ग 12'],
  'Οδός Νέα': ['νεα', 'οδος ναε', 'Νέο'],
  'Calle La Paz': ['la paz', 'la pas', 'al paz', 'calle la apz 12'],
}

/** Streets whose house numbers are mapped in the digits of their script: the digit 0. */
const zeros: Readonly<Record<string, string>> = {
  'شارع النور': '٠',
  'নজরুল সড়ক': '০',
  'خیابان انقلاب': '۰',
  'राम मार्ग': '०',
}
const numberOn = (street: string, number: number): string =>
  `${number}`.replaceAll(/\d/g, (digit) => String.fromCodePoint((zeros[street] ?? '0').codePointAt(0)! + Number(digit)))

const names = Object.keys(streets)
const size = names.length
const ways: WayToWrite[] = names.flatMap((name, k) => [
  { id: 2 * k + 1, refs: rowOf(size, k), tags: { highway: 'residential', name } },
  { id: 2 * k + 2, refs: columnOf(size, k), tags: { highway: 'residential' } },
])
const houses = names.flatMap((street, k) =>
  [10, 12].map((number, i) => ({
    id: 1e6 + 2 * k + i,
    lat: 10_000_000 + k * 10_000 + 900,
    lng: 20_000_000 + 5_000 + i * 3000,
    tags: { 'addr:street': street, 'addr:housenumber': numberOn(street, number) },
  })),
)
const town = { id: 2e6, lat: 10_000_000, lng: 20_000_000, tags: { place: 'town', name: 'Babel' } }
const region = await openMadeUpRegion(import.meta.url, [...gridNodes(size), ...houses, town], ways)

const typed = Object.entries(streets).flatMap(([street, texts]) => texts.map((text) => [text, street] as const))

// [design/maps-41] [design/maps-42] [design/maps-135] [design/maps-126] [design/maps-134]
test.each(typed)('“%s” finds %s', async (text, street) => {
  const [first] = await region.autocomplete(text)
  const asksForHouse = /\p{Nd}/u.test(text)
  expect(first?.structured_formatting.main_text).toBe(asksForHouse ? `${street} ${numberOn(street, 12)}` : street)
})
