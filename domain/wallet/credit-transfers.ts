import type { Minor } from '../kit/money.ts'
import { element, xmlDocument, type XmlElement } from './xml.ts'
import { isBic, plainIban } from './iban.ts'

/** One payment of a file. `iban` was checked. */
export interface CreditTransfer {
  /** at most 35 characters; the bank shows it to both sides */
  readonly id: string
  readonly name: string
  readonly iban: string
  /** used where it is a BIC; others are left out, because the IBAN names the bank */
  readonly bic: string | null
  /** cents, above 0 */
  readonly amount: Minor
}

export interface CreditTransferFile {
  /** at most 35 characters; a bank refuses a second file with the same one */
  readonly id: string
  /** ISO 8601 in UTC, to the second */
  readonly madeAt: string
  /** YYYY-MM-DD, the day on which the bank pays */
  readonly day: string
  readonly payer: { readonly name: string; readonly iban: string; readonly bic: string }
  /** what the payees read */
  readonly text: string
  readonly transfers: readonly CreditTransfer[]
}

// prettier-ignore
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th',
  Þ: 'Th', ı: 'i',
}

/**
 * A text in the characters that every bank of SEPA accepts (EPC217-08): accents are removed, other characters become
 * full stops. Cut to `most` characters.
 */
export const sepaText = (text: string, most: number): string => {
  const plain = text
    .replace(/[^\u0020-\u007e]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .replace(/\s+/g, ' ')
    .slice(0, most)
    .trim()
  return /[A-Za-z0-9]/.test(plain) ? plain : 'NOTPROVIDED'
}

const euros = (cents: Minor): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const bankOf = (bic: string): XmlElement =>
  element('FinInstnId', [isBic(bic) ? element('BICFI', bic) : element('Othr', [element('Id', 'NOTPROVIDED')])])

const account = (iban: string): XmlElement => element('Id', [element('IBAN', plainIban(iban))])

const transferOf = (text: string, { id, name, iban, bic, amount }: CreditTransfer): XmlElement =>
  element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', id)]),
    element('Amt', [element('InstdAmt', euros(amount), { Ccy: 'EUR' })]),
    bic !== null && isBic(bic) ? element('CdtrAgt', [bankOf(bic)]) : null,
    element('Cdtr', [element('Nm', sepaText(name, 70))]),
    element('CdtrAcct', [account(iban)]),
    element('RmtInf', [element('Ustrd', sepaText(text, 140))]),
  ])

/**
 * The file that tells a bank to pay: customer credit transfer initiation, pain.001.001.09 (ISO 20022), by the rules of
 * the SEPA credit transfer (EPC132-08). In euros.
 */
export const creditTransferXml = ({ id, madeAt, day, payer, text, transfers }: CreditTransferFile): string => {
  const counts = [
    element('NbOfTxs', String(transfers.length)),
    element('CtrlSum', euros(transfers.reduce((sum, { amount }) => sum + amount, 0))),
  ]
  const name = element('Nm', sepaText(payer.name, 70))
  return xmlDocument(
    element(
      'Document',
      [
        element('CstmrCdtTrfInitn', [
          element('GrpHdr', [element('MsgId', id), element('CreDtTm', madeAt), ...counts, element('InitgPty', [name])]),
          element('PmtInf', [
            element('PmtInfId', id),
            element('PmtMtd', 'TRF'),
            element('BtchBookg', 'true'),
            ...counts,
            element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
            element('ReqdExctnDt', [element('Dt', day)]),
            element('Dbtr', [name]),
            element('DbtrAcct', [account(payer.iban)]),
            element('DbtrAgt', [bankOf(payer.bic)]),
            element('ChrgBr', 'SLEV'),
            ...transfers.map((transfer) => transferOf(text, transfer)),
          ]),
        ]),
      ],
      { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' },
    ),
  )
}
