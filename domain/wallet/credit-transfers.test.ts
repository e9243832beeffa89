import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditTransferXml, sepaText, type CreditTransfer } from './credit-transfers.ts'
import { isIban } from './iban.ts'

interface Node {
  readonly name: string
  readonly attributes: string
  readonly children: Node[]
  text: string
}

const unescaped = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
  )

/** A strict reader of XML without comments and namespaces; throws for anything that is not well formed. */
const parse = (xml: string): Node => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  expect(xml.startsWith(head)).toBe(true)
  const root: Node = { name: '', attributes: '', children: [], text: '' }
  const open = [root]
  for (const [, end, name, attributes, text] of xml
    .slice(head.length)
    .matchAll(/<(\/?)([A-Za-z0-9]+)((?: [a-zA-Z]+="[^"<>]*")*)>|([^<>]+)|[\s\S]/g)) {
    const top = open.at(-1)!
    if (text !== undefined) {
      expect(text.replace(/&(amp|lt|gt|quot|apos);/g, '')).not.toContain('&')
      if (text.trim() !== '') top.text += unescaped(text)
    } else if (name === undefined) throw new Error('not well formed')
    else if (end) {
      expect(name).toBe(top.name)
      open.pop()
    } else {
      const node = { name, attributes: attributes!.trim(), children: [], text: '' }
      top.children.push(node)
      open.push(node)
    }
  }
  expect(open).toEqual([root])
  return root.children[0]!
}

/**
 * The order of the children in the schema pain.001.001.09, of those elements that a SEPA credit transfer has; `?` may
 * be missing, `+` repeats.
 */
const schema: Readonly<Record<string, string>> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum InitgPty',
  InitgPty: 'Nm',
  PmtInf: 'PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf+',
  PmtTpInf: 'SvcLvl',
  SvcLvl: 'Cd',
  ReqdExctnDt: 'Dt',
  Dbtr: 'Nm',
  DbtrAcct: 'Id',
  DbtrAgt: 'FinInstnId',
  CdtTrfTxInf: 'PmtId Amt CdtrAgt? Cdtr CdtrAcct RmtInf',
  PmtId: 'EndToEndId',
  Amt: 'InstdAmt',
  CdtrAgt: 'FinInstnId',
  Cdtr: 'Nm',
  CdtrAcct: 'Id',
  RmtInf: 'Ustrd',
}
const latin = "[A-Za-z0-9/\\-?:().,'+ ]"
/** The types of the texts, with the narrower limits of EPC132-08. */
const texts: Readonly<Record<string, RegExp>> = {
  MsgId: new RegExp(`^${latin}{1,35}$`),
  PmtInfId: new RegExp(`^${latin}{1,35}$`),
  EndToEndId: new RegExp(`^${latin}{1,35}$`),
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  NbOfTxs: /^[1-9]\d{0,14}$/,
  CtrlSum: /^\d{1,16}\.\d\d$/,
  Nm: new RegExp(`^${latin}{1,70}$`),
  PmtMtd: /^TRF$/,
  BtchBookg: /^(true|false)$/,
  Cd: /^SEPA$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  IBAN: /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/,
  ChrgBr: /^SLEV$/,
  InstdAmt: /^\d{1,9}\.\d\d$/,
  Ustrd: new RegExp(`^${latin}{1,140}$`),
}

const all = (node: Node, name: string): Node[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])
const textsOf = (node: Node, name: string) => all(node, name).map(({ text }) => text)

const conforms = (node: Node): void => {
  const names = node.children.map(({ name }) => name)
  if (node.name === 'FinInstnId' || node.name === 'Id') {
    expect(['BICFI', 'Othr', 'IBAN']).toContain(names[0])
    if (names[0] === 'Othr') return expect(textsOf(node, 'Id')).toEqual(['NOTPROVIDED'])
  } else if (node.children.length === 0) {
    expect(node.text, node.name).toMatch(texts[node.name]!)
    return
  } else {
    const order = schema[node.name]!.split(' ')
      .map((part) => part.replace('?', ''))
      .map((part) => part.replace(/^(.*)\+$/, '($1 )+'))
    const optional = new Set(
      schema[node.name]!.split(' ')
        .filter((part) => part.endsWith('?'))
        .map((part) => part.slice(0, -1)),
    )
    const pattern = order
      .map((part) => (part.startsWith('(') ? part : optional.has(part) ? `(${part} )?` : `${part} `))
      .join('')
    expect(names.map((name) => `${name} `).join('')).toMatch(new RegExp(`^${pattern}$`))
  }
  for (const child of node.children) conforms(child)
}

const cents = (text: string) => Math.round(Number(text) * 100)
const file = (transfers: readonly CreditTransfer[]) =>
  creditTransferXml({
    id: '0190aaaabbbb7cccdddd0123456789ab',
    madeAt: '2026-01-31T23:59:59Z',
    day: '2026-02-01',
    payer: { name: 'Remis & Söhne <GmbH>', iban: 'DE89 3704 0044 0532 0130 00', bic: '' },
    text: 'Auszahlung „Remis“',
    transfers,
  })

test('the file has the order, the types, the sums and the IBANs that the format asks for [design/money-52]', () => {
  const transfer = fc.record({
    id: fc.uuid().map((id) => id.replaceAll('-', '')),
    name: fc.string({ unit: 'grapheme', maxLength: 90 }),
    iban: fc.constantFrom('GB29NWBK60161331926819', 'fr14 2004 1010 0505 0001 3M02 606'),
    bic: fc.constantFrom(null, '', 'DEUTDEFF', '77'),
    amount: fc.integer({ min: 1, max: 99_999_999_999 }),
  })
  fc.assert(
    fc.property(fc.array(transfer, { minLength: 1, maxLength: 20 }), (transfers) => {
      const root = parse(file(transfers))
      expect([root.name, root.attributes]).toEqual([
        'Document',
        'xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"',
      ])
      conforms(root)
      const total = transfers.reduce((sum, { amount }) => sum + amount, 0)
      expect(textsOf(root, 'NbOfTxs')).toEqual([String(transfers.length), String(transfers.length)])
      expect(textsOf(root, 'CtrlSum').map(cents)).toEqual([total, total])
      expect(textsOf(root, 'InstdAmt').map(cents)).toEqual(transfers.map(({ amount }) => amount))
      expect(all(root, 'InstdAmt').every(({ attributes }) => attributes === 'Ccy="EUR"')).toBe(true)
      expect(textsOf(root, 'EndToEndId')).toEqual(transfers.map(({ id }) => id))
      expect(textsOf(root, 'IBAN').every(isIban)).toBe(true)
      expect(textsOf(root, 'BICFI')).toEqual(transfers.flatMap(({ bic }) => (bic === 'DEUTDEFF' ? [bic] : [])))
    }),
  )
})

test('names are written in the letters that every bank accepts', () => {
  expect(sepaText('José Ñáñez Öß-Ørsted & <Co>', 70)).toBe('Jose Nanez Oss-Orsted . .Co.')
  expect(sepaText('Łukasz   Đặng', 70)).toBe('Lukasz Dang')
  expect(sepaText('محمد', 70)).toBe('NOTPROVIDED')
  expect(sepaText('x'.repeat(99), 70)).toHaveLength(70)
})
