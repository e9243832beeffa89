/**
 * Words for kinds of streets and titles: the full word, then its short forms. A short form of several words ("st" for
 * street, saint and sankt) is in several rows. Written as `plain` leaves them: lower case, without marks and dots.
 */
const ROWS = `
  # Spanish
  avenida av avda ave | bulevar bv bvar blvr bulv br boulevard blvd | camino cno | rambla rbla rmbla | pasaje pje psje
  plaza pza pl plza | carretera ctra | calle c cl | doctor dr | doctora dra | general gral gen | ingeniero ing
  coronel cnel | capitan cap | teniente tte | presidente pte pdte | profesor prof | arquitecto arq | mariscal mcal
  brigadier brig | comandante cte cmte | almirante alte | hospital hosp | hermano hno | santa sta | santo sto
  gobernador gob | universidad univ | facultad fac | aeropuerto aerop | terminal term | shopping shop | escuela esc
  republica rep | montevideo mvd mdeo | poligono pol | urbanizacion urb | glorieta gta | paseo po pso
  # Portuguese
  rua r | travessa trav tv | largo lg | praca pca pc | engenheiro eng | alameda alam al | estrada est | rodovia rod
  professor prof | dom d | dona d | sao s | jardim jd | vila v | viela vla | beco bc | padre pe | marechal mal | capitao cap
  # Catalan
  carrer c | passeig pg | placa pl | avinguda av avgda | ronda rda
  # English
  street st | road rd | lane ln | square sq | highway hwy | department dept | drive dr drv | court ct | avenue av ave
  boulevard blvd bd | place pl | terrace ter | crescent cres | gardens gdns | saint st | mount mt | parkway pkwy
  north n | south s | east e | west w
  # German, Dutch
  strasse str | platz pl | sankt st skt | doktor dr | straat str | laan ln | plein pl | burgemeester burg | sint st
  # French
  rue r | boulevard bd bld bvd | chemin ch che | faubourg fbg fg | impasse imp | route rte | allee all | quai q
  sainte ste | residence res | zone z
  # Italian
  via v | viale vle | piazza pza p | piazzale ple | corso cso | largo lgo | vicolo vlo v lo
  strada str | contrada cda | san s | santa s sta | fratelli flli | localita loc
  # Polish, Czech, Slovak
  ulica ul | aleja al | aleje al | plac pl | osiedle os | ulice ul | namesti nam | trida tr | namestie nam
  # Russian, Ukrainian, Bulgarian, Serbian
  улица ул | проспект пр просп пр-т прт | переулок пер | площадь пл | бульвар бул б-р | шоссе ш | набережная наб | проезд пр-д
  вулиця вул | провулок пров | площа пл | микрораион мкр мкрн | дом д | строение стр | имени им
  # Turkish
  caddesi cad cd | cadde cad | sokak sok sk | sokagi sok sk | mahallesi mah mh | mahalle mah | bulvari bulv blv bul | meydani meyd
  # Arabic, Persian, Hebrew
  شارع ش | طريق ط | ميدان م | دكتور د | خيابان خ | رحوب رح | רחוב רח | שדרות שד | כיכר ככר
  # Hindi, Indonesian, Vietnamese, Thai
  मार्ग मा | डाक्टर डा | jalan jl jln | gang gg | kabupaten kab | kecamatan kec | duong d | pho p | quan q
  ถนน ถ | ซอย ซ
  # Swedish, Norwegian, Danish, Finnish
  gatan g | gata g | vagen v | vegen v | vei v | gade g | katu k
  # Hungarian, Romanian, Greek
  utca u | korut krt | strada str | bulevardul bd bdul | soseaua sos | calea cal | leoforos leof | οδος οδ | λεωφορος λεωφ λ | πλατεια πλ
`

/**
 * Words for the kind of a street and joining words: a match raises the score but is never required, since people leave
 * them out or use another one ("Avenida Italia", "Italia").
 */
const WEAK_WORDS = `
  calle avenida bulevar camino pasaje rambla ruta plaza carretera paseo de del la las el los y e doctor doctora general ingeniero
  rua praca largo travessa alameda estrada rodovia beco viela da do das dos a o carrer passeig placa avinguda ronda i
  street road lane square avenue boulevard place drive court the of at
  strasse gasse weg platz allee der die das den dem am an im in zum zur und straat laan plein van het
  rue chemin impasse route allee quai du des le l et via viale piazza piazzale corso vicolo strada di della dei delle il
  ulica aleja aleje plac osiedle ulice namesti trida улица проспект переулок площадь бульвар шоссе набережная проезд вулиця провулок площа
  caddesi cadde sokak sokagi mahallesi bulvari شارع طريق ميدان خيابان רחוב שדרות כיכר मार्ग रोड jalan gang duong pho
  gatan gata vagen vegen vei gade utca korut bulevardul soseaua calea οδος λεωφορος πλατεια ถนน
`

const long = new Map<string, string[]>()
for (const row of ROWS.split(/[|\n]/)) {
  const [whole, ...shorts] = row.trim().split(/\s+/)
  if (!whole || whole === '#' || row.trim().startsWith('#')) continue
  for (const short of shorts) {
    const others = long.get(short)
    if (!others) long.set(short, [whole])
    else if (!others.includes(whole)) others.push(whole)
  }
}

const weak = new Set(WEAK_WORDS.split(/\s+/).filter(Boolean))

/** The full words that a short form may mean; empty for any other word. A German compound counts: "bahnhofstr". */
export const longForms = (word: string): readonly string[] => {
  const found = long.get(word)
  if (found) return found
  return word.length > 5 && word.endsWith('str') ? [`${word}asse`] : []
}

export const isWeak = (word: string): boolean => weak.has(word)

/** The word is weak, or something that it is short for. */
export const isWeakInAnyForm = (word: string): boolean => isWeak(word) || longForms(word).some(isWeak)
