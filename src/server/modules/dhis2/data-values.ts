import type { DataValueFormat, DataValueSet, Dhis2Figures } from '#domain/calls/dhis2.ts';

type DataValue = DataValueSet['dataValues'][number];

/** The columns of DHIS2's CSV; the ones that are not filled take its defaults. */
const CSV_COLUMNS = [
  'dataelement',
  'period',
  'orgunit',
  'categoryoptioncombo',
  'attributeoptioncombo',
  'value',
  'storedby',
  'lastupdated',
  'comment',
  'followup',
] as const;

/** Every figure with a code at every place with a code. */
const dataValues = ({ periodo, elementos, unidades }: Dhis2Figures): DataValue[] =>
  unidades
    .filter(({ codigo }) => codigo !== '')
    .flatMap(({ codigo: orgUnit, valores }) =>
      elementos.flatMap(({ codigo: dataElement }, at) =>
        dataElement === '' ? [] : [{ dataElement, period: periodo, orgUnit, value: String(valores[at]) }],
      ),
    );

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvLine = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\n`;

const WRITERS: Readonly<Record<DataValueFormat, (values: readonly DataValue[]) => string>> = {
  json: (values) => {
    const set: DataValueSet = { dataElementIdScheme: 'code', orgUnitIdScheme: 'code', dataValues: [...values] };
    return JSON.stringify(set);
  },
  csv: (values) =>
    [
      csvLine(CSV_COLUMNS),
      ...values.map(({ dataElement, period, orgUnit, value }) =>
        csvLine([dataElement, period, orgUnit, '', '', value, '', '', '', '']),
      ),
    ].join(''),
};

/** Source: DHIS2 developer manual, "Sending bulks of data values" and "Identifier schemes". */
export const writeDataValues = (format: DataValueFormat, figures: Dhis2Figures): string =>
  WRITERS[format](dataValues(figures));
