import type { Tags } from '../../osm/osm-data.ts'
import { plain } from './normalise.ts'

/** Kinds of places that people ask for by the word for the kind, in any language. */
export type Category =
  | 'airport'
  | 'station'
  | 'bus'
  | 'terminal'
  | 'ferry'
  | 'taxi'
  | 'hospital'
  | 'pharmacy'
  | 'hotel'
  | 'mall'
  | 'university'
  | 'police'

/** The words in the languages of the app: en ar de es fr he hi id it pt ru tr zh, and some of their neighbours. */
const WORDS: Readonly<Record<Category, string>> = {
  airport: 'airport|مطار|flughafen|aeropuerto|aeroport|שדה תעופה|נמל תעופה|हवाई अड्डा|एयरपोर्ट|विमानक्षेत्र|bandara|bandar udara|aeroporto|аэропорт|havalimanı|havaalanı|机场|機場|luchthaven|lotnisko|letiště|аеропорт|สนามบิน|空港',
  station: 'station|train station|railway station|محطة|محطة القطار|bahnhof|hauptbahnhof|estación|estación de tren|gare|תחנה|תחנת רכבת|स्टेशन|रेलवे स्टेशन|stasiun|stasiun kereta|stazione|stazione ferroviaria|estação|estação de comboios|estação de trem|вокзал|станция|istasyon|tren istasyonu|gar|火车站|车站|火車站|dworzec|nádraží|สถานี|駅',
  bus: 'bus station|bus terminal|محطة الحافلات|busbahnhof|estación de autobuses|terminal de ómnibus|terminal de buses|gare routière|תחנה מרכזית|बस अड्डा|बस स्टेशन|terminal bus|autostazione|rodoviária|terminal rodoviário|estação rodoviária|автовокзал|otogar|客运站|汽车站|dworzec autobusowy',
  terminal: 'terminal|терминал|מסוף|टर्मिनल|航站楼',
  ferry: 'ferry|ferry terminal|عبارة|fähre|fährhafen|terminal de ferry|embarcadère|מעבורת|नौका|traghetto|terminal de barcas|паром|паромный терминал|feribot|feribot iskelesi|渡轮|码头',
  taxi: 'taxi|taxi rank|taxi stand|تاكسي|سيارة أجرة|taxistand|parada de taxis|station de taxi|מונית|טקסי|टैक्सी|taksi|posteggio taxi|praça de táxis|ponto de táxi|такси|стоянка такси|taksi durağı|出租车|計程車',
  hospital: 'hospital|مستشفى|krankenhaus|spital|klinikum|hôpital|בית חולים|अस्पताल|rumah sakit|ospedale|больница|hastane|医院|醫院|szpital',
  pharmacy: 'pharmacy|صيدلية|apotheke|farmacia|pharmacie|בית מרקחת|दवाखाना|फार्मेसी|apotek|farmácia|аптека|eczane|药店',
  hotel: 'hotel|فندق|מלון|होटल|hôtel|albergo|отель|гостиница|otel|酒店|宾馆|飯店',
  mall: 'mall|shopping|shopping mall|shopping center|shopping centre|مركز تسوق|مول|einkaufszentrum|centro comercial|centre commercial|קניון|मॉल|pusat perbelanjaan|centro commerciale|торговый центр|alışveriş merkezi|avm|购物中心|商场',
  university: 'university|جامعة|universität|universidad|université|אוניברסיטה|विश्वविद्यालय|universitas|università|universidade|университет|üniversite|大学|大學',
  police: 'police|police station|شرطة|polizei|policía|משטרה|पुलिस|polisi|polizia|polícia|полиция|polis|karakol|警察局|派出所',
} // prettier-ignore

const phrases: readonly (readonly [words: readonly string[], category: Category])[] = Object.entries(WORDS)
  .flatMap(([category, list]) =>
    list.split('|').map((phrase) => [plain(phrase).split(' '), category as Category] as const),
  )
  .sort((a, b) => b[0].length - a[0].length)

export interface AskedCategory {
  readonly category: Category
  /** The words at `from` to before `to` are the phrase. */
  readonly from: number
  readonly to: number
}

/**
 * The first, longest phrases of the words that name a kind of place.
 * @param isSame whether a typed word is one of a phrase: equal, or also with a typing mistake
 */
export const askedCategories = (
  words: readonly string[],
  isSame = (typed: string, word: string): boolean => typed === word,
): AskedCategory[] => {
  const found: AskedCategory[] = []
  for (const [phrase, category] of phrases) {
    const from = words.findIndex((_, i) => phrase.every((word, k) => isSame(words[i + k] ?? '', word)))
    if (from < 0) continue
    const to = from + phrase.length
    const taken = found.some((other) => other.category === category || (from >= other.from && to < other.to))
    if (!taken) found.push({ category, from, to })
  }
  return found
}

const BY_TAG: readonly (readonly [key: string, value: string, categories: readonly Category[]])[] = [
  ['aeroway', 'aerodrome', ['airport']],
  ['aeroway', 'terminal', ['terminal', 'airport']],
  ['amenity', 'bus_station', ['bus', 'terminal']],
  ['railway', 'station', ['station']],
  ['railway', 'halt', ['station']],
  ['building', 'train_station', ['station']],
  ['public_transport', 'station', ['station']],
  ['amenity', 'ferry_terminal', ['ferry', 'terminal']],
  ['amenity', 'taxi', ['taxi']],
  ['amenity', 'hospital', ['hospital']],
  ['amenity', 'pharmacy', ['pharmacy']],
  ['tourism', 'hotel', ['hotel']],
  ['shop', 'mall', ['mall']],
  ['amenity', 'university', ['university']],
  ['amenity', 'police', ['police']],
]

/** The categories of an object of the map. A military airfield and a helipad are no airports. */
export const categoriesOf = (tags: Tags): readonly Category[] => {
  if (tags['aeroway'] === 'aerodrome' && (tags['landuse'] === 'military' || tags['military'])) return []
  return [...new Set(BY_TAG.flatMap(([key, value, categories]) => (tags[key] === value ? categories : [])))]
}
