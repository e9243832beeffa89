import { plain, plainDigits } from './normalise.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map((word) => plain(word))) // prettier-ignore

/** The number behind these words, or before them as "2º piso" and "3 этаж", is that of a floor. */
const FLOOR = words(`
  piso planta andar floor fl level lvl etage étage stock og obergeschoss piano kat lantai lt этаж эт
  קומה الطابق الدور मंजिल मंज़िल`)

/** The number behind these words is that of a flat, a room or an entrance. "of" is a short form with its dot only. */
const FLAT = words(`
  apto apt ap apartamento departamento dpto depto dep oficina puerta escalera sala flat unit suite ste apartment room rm
  top wohnung whg zimmer tür stiege appartement appt porte int interno scala daire kamar
  кв квартира офис оф подъезд под דירה כניסה חדר شقة مكتب غرفة फ्लैट कमरा`)

/** Behind the number of a floor: "2º Dto". */
const SIDE = words(`
  dto dta dir dirto direito esq esqdo esquerdo izq izda izqda izquierda dcha der derecha frt fte frente tras
  left right links rechts gauche droite sx dx sağ sol`)

const ORDINAL = /^\d{1,2}(?:\.?[ºª°]|er|e|ère|ème|eme|st|nd|rd|th|-?[йяи]|-?[ыо]й)?\.?$/iu
const WITH_SIGN = /[ºª°]/
/** "2ºDto", "3ºB" */
const ORDINAL_AND_SIDE = /^\d{1,2}\.?[ºª°]\.?(\p{L}+)\.?$/u
/** "кв.5", "Kat:2", "apto302" */
const JOINED_FLAT = /^(\p{L}[\p{L}\p{M}]*)([.:#]*)\d{1,4}\p{L}?$/u
/** "D:5" and "K:2" in Turkish addresses. */
const LETTER_AND_COLON = /^[dk]:\d/i
const SIGN = /^(?:n[º°ro]\.?|nr\.?|no\.?|num\.?|№|#):?$/i
/** The number of a flat: "302", "4B", "B", "B-12", "12/3". A letter that joins two streets is none. */
const FLAT_NUMBER = /^#?(?:(?![yeiи]$)\p{L}|\p{L}?-?\d{1,4}(?:[-/]?\p{L}{1,2}|[-/]\d{1,4})?)\.?$/iu

/** Behind a house number, in scripts without spaces ("3楼302室", "301호"), and the Portuguese ground floor "r/c Dto". */
export const UNSPACED_FLAT =
  /(?<=\p{Nd}\P{Nd}+)\p{Nd}+(?:号|號)?(?:楼|樓|层|層|室|单元|單元|栋|棟|幢|座|階|층|호)(?!\p{L})|(?<=\p{Nd}.*)(?<!\p{L})r\/c(?!\p{L})\.?(?:\s+(?:dto|dta|esq|frente)(?!\p{L})\.?)?/giu

/**
 * How many words from this one on name a flat or a floor, 0 for none. `hasNumber`: a house number came before.
 */
export const skipFlat = (chunks: readonly string[], at: number, hasNumber: boolean): number => {
  const [chunk = '', next] = [chunks[at], chunks[at + 1]].map((one) => one && plainDigits(one))
  const nextWord = plain(next ?? '')
  const joined = JOINED_FLAT.exec(chunk)
  if (joined && (joined[2] !== '' || hasNumber) && (isFlat(joined[1]!, joined[2]!) || LETTER_AND_COLON.test(chunk)))
    return 1
  if (isFlat(chunk)) {
    const number = at + (SIGN.test(next ?? '') ? 2 : 1)
    if (FLAT_NUMBER.test(plainDigits(chunks[number] ?? ''))) return number + 1 - at
    // its number is not typed yet
    return hasNumber && number >= chunks.length ? number - at : 0
  }
  const side = ORDINAL_AND_SIDE.exec(chunk)?.[1]
  if (side !== undefined && hasNumber) return side.length === 1 || SIDE.has(plain(side)) ? 1 : 0
  if (!ORDINAL.test(chunk)) return 0
  // In "234 piso 3" the number before is that of the house.
  if (/^\d+$/.test(chunk) && (!hasNumber || FLAT_NUMBER.test(plainDigits(chunks[at + 2] ?? '')))) return 0
  if (FLOOR.has(nextWord)) return isSide(chunks[at + 2]) ? 3 : 2
  if (/^\d+$/.test(chunk)) return 0
  if (SIDE.has(nextWord)) return 2
  if (!hasNumber || !WITH_SIGN.test(chunk)) return 0
  return next === undefined ? 1 : isSide(next) ? 2 : 0
}

const isFlat = (chunk: string, sign = ''): boolean => {
  const word = plain(chunk)
  return FLAT.has(word) || FLOOR.has(word) || /^of\.$/i.test(chunk + sign)
}

const isSide = (chunk: string | undefined): boolean =>
  chunk !== undefined && (SIDE.has(plain(chunk)) || /^\p{L}\.?$/u.test(chunk))

/** Behind a house number these words begin a note about the corner: "Italia 3318 esq. Centenario". */
const CORNER = new Set('esq esquina casi entre ecke corner hoek angolo угол kosesi'.split(' '))
export const isCornerNote = (word: string): boolean => CORNER.has(word)

/** Behind an address these words begin a note for the driver: "frente al parque". */
const NOTE = new Set(
  `frente, en frente, al lado, al fondo, junto a, cerca de, detras de, porton, timbre, em frente, ao lado, perto de, atras de,
  campainha, portao, opposite, in front, next to, behind, beside, near the, doorbell, buzzer, gegenuber, neben, hinter, klingel,
  klingeln, en face, a cote, devant, derriere, digicode, interphone, di fronte, davanti a, davanti al, accanto a, vicino a,
  citofono, dekat, depan, di depan, sebelah, di sebelah, seberang, zil, напротив, рядом с, возле, за углом, домофон, вход,
  מול, ליד, אינטרקום, مقابل, بجانب, امام, قرب, घंटी`
    .split(',')
    .map((phrase) => plain(phrase)),
)
export const isNote = (first: string, second = ''): boolean => NOTE.has(first) || NOTE.has(`${first} ${second}`)
