-- The stored procedures: one round trip a transaction, in the T-SQL that SQL Server 2016 and Babelfish share. Locks are
-- taken in one order everywhere: the district, then stock by item, which a user's lines are sorted by; a payment's customer,
-- district, and the warehouse last. The lines of an order come as thirteen digits each: item, supplying warehouse, quantity.
CREATE PROCEDURE ENTER_ORDER
    @W INT, @D INT, @C INT, @NOW BIGINT, @LINES VARCHAR(400)
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @AT INT = 0, @COUNT INT = LEN(@LINES) / 13, @LOCAL INT = 1, @ORDER INT = 0, @LESS INT, @TAX INT, @DISTRICT_TAX INT;
    DECLARE @ITEM INT, @SUPPLIER INT, @QUANTITY INT, @PRICE INT, @SUM BIGINT = 0;
    WHILE @AT < @COUNT
    BEGIN
        IF CAST(SUBSTRING(@LINES, @AT * 13 + 7, 5) AS INT) <> @W SET @LOCAL = 0;
        SET @AT = @AT + 1;
    END
    BEGIN TRY
        BEGIN TRANSACTION;
        SELECT @LESS = C_DISCOUNT FROM CUSTOMER WHERE C_W_ID = @W AND C_D_ID = @D AND C_ID = @C;
        SELECT @TAX = W_TAX FROM WAREHOUSE WHERE W_ID = @W;
        UPDATE DISTRICT SET D_NEXT_O_ID = D_NEXT_O_ID + 1 WHERE D_W_ID = @W AND D_ID = @D;
        SELECT @DISTRICT_TAX = D_TAX, @ORDER = D_NEXT_O_ID - 1 FROM DISTRICT WHERE D_W_ID = @W AND D_ID = @D;
        INSERT INTO ORDERS (O_W_ID, O_D_ID, O_ID, O_C_ID, O_ENTRY_D, O_CARRIER_ID, O_OL_CNT, O_ALL_LOCAL)
        VALUES (@W, @D, @ORDER, @C, @NOW, NULL, @COUNT, @LOCAL);
        INSERT INTO NEW_ORDER (NO_W_ID, NO_D_ID, NO_O_ID) VALUES (@W, @D, @ORDER);
        SET @AT = 0;
        WHILE @AT < @COUNT AND @ORDER > 0
        BEGIN
            SET @ITEM = CAST(SUBSTRING(@LINES, @AT * 13 + 1, 6) AS INT);
            SET @SUPPLIER = CAST(SUBSTRING(@LINES, @AT * 13 + 7, 5) AS INT);
            SET @QUANTITY = CAST(SUBSTRING(@LINES, @AT * 13 + 12, 2) AS INT);
            SET @PRICE = (SELECT I_PRICE FROM ITEM WHERE I_ID = @ITEM);
            SET @AT = @AT + 1;
            IF @PRICE IS NULL
                SET @ORDER = 0;
            ELSE
            BEGIN
                SET @SUM = @SUM + @QUANTITY * @PRICE;
                UPDATE STOCK
                SET
                    S_QUANTITY = CASE
                        WHEN S_QUANTITY - @QUANTITY >= 10 THEN S_QUANTITY - @QUANTITY ELSE S_QUANTITY - @QUANTITY + 91
                    END,
                    S_YTD = S_YTD + @QUANTITY, S_ORDER_CNT = S_ORDER_CNT + 1,
                    S_REMOTE_CNT = S_REMOTE_CNT + CASE WHEN @SUPPLIER <> @W THEN 1 ELSE 0 END
                WHERE S_W_ID = @SUPPLIER AND S_I_ID = @ITEM;
                INSERT INTO ORDER_LINE (
                    OL_W_ID, OL_D_ID, OL_O_ID, OL_NUMBER, OL_I_ID, OL_SUPPLY_W_ID, OL_DELIVERY_D, OL_QUANTITY, OL_AMOUNT,
                    OL_DIST_INFO
                )
                SELECT
                    @W, @D, @ORDER, @AT, @ITEM, @SUPPLIER, NULL, @QUANTITY, CAST(@QUANTITY AS BIGINT) * @PRICE,
                    CASE @D
                        WHEN 1 THEN S_DIST_01 WHEN 2 THEN S_DIST_02 WHEN 3 THEN S_DIST_03 WHEN 4 THEN S_DIST_04
                        WHEN 5 THEN S_DIST_05 WHEN 6 THEN S_DIST_06 WHEN 7 THEN S_DIST_07 WHEN 8 THEN S_DIST_08
                        WHEN 9 THEN S_DIST_09 ELSE S_DIST_10
                    END
                FROM STOCK
                WHERE S_W_ID = @SUPPLIER AND S_I_ID = @ITEM;
            END
        END
        IF @ORDER = 0 ROLLBACK TRANSACTION;
        ELSE COMMIT TRANSACTION;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION;
        THROW;
    END CATCH
    SELECT
        @ORDER AS NUMBER,
        CASE WHEN @ORDER = 0 THEN 0 ELSE @SUM * (10000 - @LESS) / 10000 * (10000 + @TAX + @DISTRICT_TAX) / 10000 END AS TOTAL;
END;

CREATE PROCEDURE PAYMENT
    @W INT, @D INT, @CW INT, @CD INT, @C INT, @LAST VARCHAR(16), @AMOUNT INT, @NOW BIGINT
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @ID INT = @C;
    BEGIN TRY
        BEGIN TRANSACTION;
        IF @LAST <> ''
            SELECT @ID = C_ID
            FROM (
                SELECT C_ID, ROW_NUMBER() OVER (ORDER BY C_FIRST, C_ID) AS N, COUNT(*) OVER () AS NAMED
                FROM CUSTOMER
                WHERE C_W_ID = @CW AND C_D_ID = @CD AND C_LAST = @LAST
            ) AS C
            WHERE N = (NAMED + 1) / 2;
        UPDATE CUSTOMER
        SET
            C_BALANCE = C_BALANCE - @AMOUNT, C_YTD_PAYMENT = C_YTD_PAYMENT + @AMOUNT, C_PAYMENT_CNT = C_PAYMENT_CNT + 1,
            C_DATA = CASE C_CREDIT
                WHEN 'BC' THEN LEFT(CONCAT(@ID, ' ', @CD, ' ', @CW, ' ', @D, ' ', @W, ' ', @AMOUNT, '|', C_DATA), 500)
                ELSE C_DATA
            END
        WHERE C_W_ID = @CW AND C_D_ID = @CD AND C_ID = @ID;
        UPDATE DISTRICT SET D_YTD = D_YTD + @AMOUNT WHERE D_W_ID = @W AND D_ID = @D;
        UPDATE WAREHOUSE SET W_YTD = W_YTD + @AMOUNT WHERE W_ID = @W;
        INSERT INTO HISTORY (H_C_ID, H_C_D_ID, H_C_W_ID, H_D_ID, H_W_ID, H_DATE, H_AMOUNT, H_DATA)
        SELECT @ID, @CD, @CW, D_ID, D_W_ID, @NOW, @AMOUNT, CONCAT(W_NAME, '    ', D_NAME)
        FROM DISTRICT
        JOIN WAREHOUSE ON W_ID = D_W_ID
        WHERE D_W_ID = @W AND D_ID = @D;
        COMMIT TRANSACTION;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION;
        THROW;
    END CATCH
    SELECT C_ID AS CUSTOMER, C_BALANCE AS BALANCE, CASE C_CREDIT WHEN 'BC' THEN LEFT(C_DATA, 200) ELSE '' END AS INFO
    FROM CUSTOMER
    WHERE C_W_ID = @CW AND C_D_ID = @CD AND C_ID = @ID;
END;

CREATE PROCEDURE ORDER_STATUS
    @W INT, @D INT, @C INT, @LAST VARCHAR(16)
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @ID INT = @C, @ORDER INT;
    IF @LAST <> ''
        SELECT @ID = C_ID
        FROM (
            SELECT C_ID, ROW_NUMBER() OVER (ORDER BY C_FIRST, C_ID) AS N, COUNT(*) OVER () AS NAMED
            FROM CUSTOMER
            WHERE C_W_ID = @W AND C_D_ID = @D AND C_LAST = @LAST
        ) AS C
        WHERE N = (NAMED + 1) / 2;
    SELECT @ORDER = MAX(O_ID) FROM ORDERS WHERE O_W_ID = @W AND O_D_ID = @D AND O_C_ID = @ID;
    SELECT
        C_BALANCE AS BALANCE, O_ID AS NUMBER, O_CARRIER_ID AS CARRIER, O_ENTRY_D AS ENTERED, OL_I_ID AS ITEM,
        OL_SUPPLY_W_ID AS SUPPLIER, OL_QUANTITY AS QUANTITY, OL_AMOUNT AS AMOUNT, OL_DELIVERY_D AS DELIVERED
    FROM CUSTOMER
    JOIN ORDERS ON O_W_ID = @W AND O_D_ID = @D AND O_ID = @ORDER
    JOIN ORDER_LINE ON OL_W_ID = @W AND OL_D_ID = @D AND OL_O_ID = @ORDER
    WHERE C_W_ID = @W AND C_D_ID = @D AND C_ID = @ID;
END;

CREATE PROCEDURE DELIVERY
    @W INT, @CARRIER INT, @NOW BIGINT
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @D INT = 1, @ORDER INT, @C INT, @SUM BIGINT, @FOUND INT, @DONE INT = 0;
    BEGIN TRY
        BEGIN TRANSACTION;
        WHILE @D <= 10
        BEGIN
            SET @FOUND = 0;
            SET @ORDER = 0;
            -- Another delivery may have removed the order meanwhile: then the next one is the oldest.
            WHILE @FOUND = 0 AND @ORDER IS NOT NULL
            BEGIN
                SET @ORDER = (SELECT MIN(NO_O_ID) FROM NEW_ORDER WHERE NO_W_ID = @W AND NO_D_ID = @D);
                DELETE FROM NEW_ORDER WHERE NO_W_ID = @W AND NO_D_ID = @D AND NO_O_ID = @ORDER;
                SET @FOUND = @@ROWCOUNT;
            END
            IF @ORDER IS NOT NULL
            BEGIN
                UPDATE ORDERS SET O_CARRIER_ID = @CARRIER WHERE O_W_ID = @W AND O_D_ID = @D AND O_ID = @ORDER;
                SET @C = (SELECT O_C_ID FROM ORDERS WHERE O_W_ID = @W AND O_D_ID = @D AND O_ID = @ORDER);
                UPDATE ORDER_LINE SET OL_DELIVERY_D = @NOW WHERE OL_W_ID = @W AND OL_D_ID = @D AND OL_O_ID = @ORDER;
                SET @SUM = (SELECT SUM(OL_AMOUNT) FROM ORDER_LINE WHERE OL_W_ID = @W AND OL_D_ID = @D AND OL_O_ID = @ORDER);
                UPDATE CUSTOMER
                SET C_BALANCE = C_BALANCE + @SUM, C_DELIVERY_CNT = C_DELIVERY_CNT + 1
                WHERE C_W_ID = @W AND C_D_ID = @D AND C_ID = @C;
                SET @DONE = @DONE + 1;
            END
            SET @D = @D + 1;
        END
        COMMIT TRANSACTION;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION;
        THROW;
    END CATCH
    SELECT @DONE AS DONE;
END;

CREATE PROCEDURE STOCK_LEVEL
    @W INT, @D INT, @THRESHOLD INT
AS
BEGIN
    SET NOCOUNT ON;
    SELECT COUNT(DISTINCT S_I_ID) AS LOW
    FROM DISTRICT
    JOIN ORDER_LINE ON OL_W_ID = @W AND OL_D_ID = @D AND OL_O_ID >= D_NEXT_O_ID - 20 AND OL_O_ID < D_NEXT_O_ID
    JOIN STOCK ON S_W_ID = @W AND S_I_ID = OL_I_ID AND S_QUANTITY < @THRESHOLD
    WHERE D_W_ID = @W AND D_ID = @D;
END;
