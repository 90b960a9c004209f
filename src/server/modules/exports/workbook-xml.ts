import { cellText, DECLARATION, MAIN } from './spreadsheet-ml.ts';
import type { ZipEntry } from './zip-stream.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The colour laguna 7 of the screens. */
const HEADER_GROUND = 'FF0A5566';

const STYLES =
  `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  `<fill><patternFill patternType="solid"><fgColor rgb="${HEADER_GROUND}"/><bgColor indexed="64"/></patternFill></fill></fills>` +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  // Format 49 is "@" (text): a cedula that is edited later keeps its leading zeros.
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"' +
  ' applyAlignment="1"><alignment vertical="center"/></xf></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const relationship = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relationships = (parts: string[]) =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}</Relationships>`;
const override = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${CONTENT}.${type}+xml"/>`;

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** `$A$1:$S$21` */
const absolute = (range: string) => range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');

/** All parts except the sheets. */
export function workbookParts(written: readonly { readonly name: string; readonly range: string }[]): ZipEntry[] {
  const ranges = written.map(({ range }) => range);
  const names = written.map(({ name }) => cellText(name));
  const sheets = names.map((sheet, index) => `<sheet name="${sheet}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const filters = ranges.map(
    (range, index) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${names[index]}'!${absolute(range)}</definedName>`,
  );
  const workbook =
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews>` +
    `<sheets>${sheets.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`;
  const sheetLinks = ranges.map((_, index) =>
    relationship(index + 1, 'worksheet', sheetPath(index + 1).replace('xl/', '')),
  );
  const types =
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}` +
    `${ranges.map((_, index) => override(sheetPath(index + 1), 'worksheet')).join('')}${override('xl/styles.xml', 'styles')}</Types>`;
  return [
    { path: 'xl/styles.xml', content: [STYLES] },
    { path: 'xl/workbook.xml', content: [workbook] },
    {
      path: 'xl/_rels/workbook.xml.rels',
      content: [relationships([...sheetLinks, relationship(ranges.length + 1, 'styles', 'styles.xml')])],
    },
    { path: '_rels/.rels', content: [relationships([relationship(1, 'officeDocument', 'xl/workbook.xml')])] },
    { path: '[Content_Types].xml', content: [types] },
  ];
}
