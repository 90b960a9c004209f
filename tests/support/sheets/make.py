"""Makes the files of LibreOffice in this folder: see README.md."""

import hashlib
import pathlib
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue

FOLDER = pathlib.Path(sys.argv[1]).resolve().as_uri() + "/"
PORT = 2099
FILTERS = {"xlsx": "Calc MS Excel 2007 XML", "xls": "MS Excel 97", "ods": "calc8"}
PASSWORD = "secreto"
HEADERS = [
    "HCU", "Cédula", "Cédula de la madre", "Nombres", "Apellidos", "Fecha de nacimiento", "Sexo",
    "Tiene discapacidad", "Peso al nacer", "Dirección", "Nombre completo",
]
# The first cédula is a number that lost its zero; day 45917 is 2025-09-17.
CHILDREN = [
    (12345, 603714023, "0603714023", "Ñusta Raquel", "Sacón Guamán", 45917, "F", "Sí", 2.95, 'Calle 5, casa 2 "azul"'),
    (12346, 1710034065, "0603714023", "José María", "Núñez Peña", 45931.5, "M", "No", 3.1, "Línea 1\nLínea 2"),
    (12347, 1104680138, "0603714023", "Sisa", "Quishpe", 45962, "F", "No", 2.5, "=no es fórmula"),
]
# An empty row lies between the first and the second child.
ROWS = [3, 5, 6]
HIDDEN_ROW = 5
BIRTH = 5
WEIGHT = 8
DAYS_TO_1904 = 1462


def properties(**values):
    def one(name, value):
        made = PropertyValue()
        made.Name, made.Value = name, value
        return made

    return tuple(one(name, value) for name, value in values.items())


def named(name, value):
    made = uno.createUnoStruct("com.sun.star.beans.NamedValue")
    made.Name, made.Value = name, value
    return made


def fill(document):
    sheet = document.Sheets.getByIndex(0)
    sheet.Name = "Niños"
    document.Sheets.insertNewByName("Notas", 1)
    document.Sheets.getByName("Notas").getCellByPosition(0, 0).String = "Hecho en la brigada"
    document.Sheets.insertNewByName("Interno", 2)
    hidden = document.Sheets.getByName("Interno")
    for column, text in enumerate(["Cédula", "Nombres"]):
        hidden.getCellByPosition(column, 0).String = text
    hidden.getCellByPosition(0, 1).String = "oculta"
    hidden.IsVisible = False
    sheet.getCellRangeByPosition(0, 0, len(HEADERS) - 1, 0).merge(True)
    sheet.getCellByPosition(0, 0).String = "Registro de niñas y niños 2025"
    for column, text in enumerate(HEADERS):
        sheet.getCellByPosition(column, 2).String = text
    locale = uno.createUnoStruct("com.sun.star.lang.Locale")
    locale.Language, locale.Country = "es", "ES"
    date, decimal = [
        document.NumberFormats.addNew(code, locale) if key == -1 else key
        for code in ["DD/MM/AAAA", "0,00"]
        for key in [document.NumberFormats.queryKey(code, locale, False)]
    ]
    for child, row in zip(CHILDREN, ROWS):
        for column, value in enumerate(child):
            cell = sheet.getCellByPosition(column, row)
            if not isinstance(value, str):
                cell.Value = value
            elif value[0] == "=" or value[0].isdigit():
                cell.setFormula("'" + value)
            else:
                cell.String = value
        sheet.getCellByPosition(BIRTH, row).NumberFormat = date
        sheet.getCellByPosition(WEIGHT, row).NumberFormat = decimal
        sheet.getCellByPosition(10, row).Formula = f'=D{row + 1}&" "&E{row + 1}'
    sheet.getCellByPosition(WEIGHT, ROWS[0]).Formula = "=1.45+1.5"
    sheet.Rows.getByIndex(HIDDEN_ROW).IsVisible = False


def secret(ending):
    """The key of a password: [MS-OFFCRYPTO] 2.3.6.2 for XLS."""
    if ending == "xlsx":
        values = (named("CryptoType", "Standard"), named("OOXPassword", PASSWORD))
    else:
        salt = bytes(range(16))
        first = hashlib.md5(PASSWORD.encode("utf-16le")).digest()[:5]
        key = hashlib.md5((first + salt) * 16).digest()
        values = (named("STD97EncryptionKey", uno.ByteSequence(key)), named("STD97UniqueID", uno.ByteSequence(salt)))
    return uno.Any("[]com.sun.star.beans.NamedValue", values)


office = subprocess.Popen(
    ["soffice", "--headless", "--norestore", f"--accept=socket,host=localhost,port={PORT};urp;"],
)
resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
for _ in range(100):
    try:
        context = resolver.resolve(f"uno:socket,host=localhost,port={PORT};urp;StarOffice.ComponentContext")
        break
    except Exception:
        time.sleep(0.5)
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)


def new_document():
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, properties(Hidden=True))
    fill(document)
    return document


def store(document, name, filter_name, **more):
    document.storeToURL(FOLDER + name, properties(FilterName=filter_name, **more))


document = new_document()
for ending, filter_name in FILTERS.items():
    store(document, f"ninos.{ending}", filter_name)
    password = {"Password": PASSWORD} if ending == "ods" else {"EncryptionData": secret(ending)}
    store(document, f"contrasena.{ending}", filter_name, **password)
store(document, "pagina-web.xls", "HTML (StarCalc)")
for name, delimiter, charset in [("utf8-coma", 44, 76), ("utf8-tab", 9, 76), ("w1252-puntoycoma", 59, 1)]:
    options = f"{delimiter},34,{charset},1,,0,false,true,false"
    store(document, f"{name}.csv", "Text - txt - csv (StarCalc)", FilterOptions=options)

document.NullDate = uno.createUnoStruct("com.sun.star.util.Date", 1, 1, 1904)
for child, row in zip(CHILDREN, ROWS):
    document.Sheets.getByIndex(0).getCellByPosition(BIRTH, row).Value = child[BIRTH] - DAYS_TO_1904
for ending in ["xlsx", "xls"]:
    store(document, f"fechas-1904.{ending}", FILTERS[ending])
document.close(True)

document = new_document()
linked = document.Sheets.getByIndex(0).getCellByPosition(9, ROWS[0])
linked.Formula = f"='{FOLDER}ninos.ods'#$Niños.E4"
for ending in ["xlsx", "ods"]:
    store(document, f"vinculos.{ending}", FILTERS[ending])
document.close(True)
try:
    desktop.terminate()
except Exception:
    pass
office.wait(30)
